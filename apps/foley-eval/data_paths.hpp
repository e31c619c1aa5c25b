#pragma once

#include <string>

namespace foley::app {

/// Where the data is that commands use unless told otherwise.
struct DataPaths {
  std::string folder;
  std::string golden;    ///< golden/seed.json
  std::string corpus;    ///< golden/corpus.json
  std::string baseline;  ///< golden/baseline.json
  std::string manifest;  ///< ring0/manifest.json
};

/// `$FOLEY_EVAL_DATA` when set, else the data installed with the program, else that of the sources
/// it was built from. Throws a Failure when there is none.
[[nodiscard]] DataPaths data_paths();

}  // namespace foley::app
