#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include "foley/search/license.hpp"

namespace nb = nanobind;

namespace foley::python {
namespace {

using Terms = nb::typed<nb::dict, std::string, nb::any>;

Terms terms_dict(const search::LicenseTerms& terms) {
  Terms out;
  out["commercial_ok"] = terms.commercial_ok;
  out["embed_in_derivative_ok"] = terms.embed_in_derivative_ok;
  out["redistribute_standalone_ok"] = terms.redistribute_standalone_ok;
  out["cache_bytes_ok"] = terms.cache_bytes_ok;
  out["modification_ok"] = terms.modification_ok;
  out["ai_training_ok"] = terms.ai_training_ok;
  out["requires_attribution"] = terms.requires_attribution;
  out["revenue_cap_usd"] = terms.revenue_cap_usd;
  return out;
}

}  // namespace

void bind_license(nb::module_& m) {
  nb::class_<search::License>(m, "License", "A licence as it applies to one sound.")
      .def(
          "__init__",
          [](search::License* self, std::string id, bool verified, bool voice, bool trademark) {
            new (self) search::License{std::move(id), verified, voice, trademark};
          },
          nb::arg("id"), nb::arg("rights_verified"), nb::arg("contains_recognizable_voice"),
          nb::arg("potential_trademark"));
  nb::class_<search::IntendedUse>(m, "IntendedUse", "What sounds are wanted for.")
      .def(nb::init<>())
      .def_rw("commercial", &search::IntendedUse::commercial)
      .def_rw("publish", &search::IntendedUse::publish)
      .def_rw("redistribute_standalone", &search::IntendedUse::redistribute_standalone)
      .def_rw("will_train", &search::IntendedUse::will_train)
      .def_rw("can_attribute", &search::IntendedUse::can_attribute)
      .def_rw("revenue_usd", &search::IntendedUse::revenue_usd)
      .def_rw("allow_voice_or_trademark", &search::IntendedUse::allow_voice_or_trademark)
      .def_rw("territory", &search::IntendedUse::territory);
  m.def("license_ids", [] {
    std::vector<std::string> ids;
    for (const search::LicenseTerms& terms : search::known_licenses()) {
      ids.emplace_back(terms.id);
    }
    return ids;
  });
  m.def(
      "license_terms", [](const std::string& id) { return terms_dict(search::license_terms(id)); },
      nb::arg("id"), "What a licence grants; nothing for an unknown one.");
  m.def("license_refusal", &search::license_refusal, nb::arg("license"), nb::arg("use"),
        "Why the licence refuses the use, or None.");
  m.def(
      "license_from_cc",
      [](const std::string& text) {
        const search::CcLicense read = search::license_from_cc(text);
        return std::pair(read.id, read.verified);
      },
      nb::arg("text"), "Licence id and whether it is verified, from an address or label.");
}

}  // namespace foley::python
