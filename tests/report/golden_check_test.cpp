#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "foley/report/golden_check_document.hpp"
#include "report/documents.hpp"

namespace foley::report {
namespace {

using golden::Severity;

GoldenCheckDocument checked() {
  GoldenCheckDocument document;
  document.golden_path = "seed.json";
  document.corpus_path = "corpus.json";
  document.items = 3;
  document.events = 4;
  document.clips = 5;
  document.catids = 2;
  document.faults = {{.kind = ErrorKind::missing_field,
                      .source = "seed.json",
                      .line = 4,
                      .item = "g1",
                      .field = "grade",
                      .problem = "the field is missing",
                      .advice = "add it"}};
  document.findings = {
      {Severity::error, "no-answer", "golden", 9, "g2", "no answer", "list clips"},
      {Severity::warning, "license", "corpus", 7, "ring0:a", "no licence", "state one"}};
  return document;
}

TEST(GoldenCheck, CountsErrorsAndWarnings) {
  EXPECT_EQ(checked().errors(), 2U);
  EXPECT_EQ(checked().warnings(), 1U);
  EXPECT_EQ(GoldenCheckDocument{}.errors(), 0U);
}

TEST(GoldenCheck, TextNamesFileAndLine) {
  EXPECT_EQ(golden_check_text(checked(), {}, false),
            "error  seed.json:4: g1, grade: the field is missing; add it\n"
            "error  [no-answer] seed.json:9: g2: no answer; list clips\n"
            "warning  [license] corpus.json:7: ring0:a: no licence; state one\n"
            "\n"
            "3 items, 4 events over 2 CatIDs, 5 clips: 2 errors, 1 warning\n");
}

TEST(GoldenCheck, ShowsFiveARuleUnlessAllAreWanted) {
  GoldenCheckDocument document = checked();
  document.findings.assign(8, document.findings[1]);
  const auto count = [](const std::string& text, const std::string& part) {
    std::size_t n = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
      n += 1;
    }
    return n;
  };
  const std::string some = golden_check_text(document, {}, false);
  EXPECT_EQ(count(some, "ring0:a"), 5U);
  EXPECT_EQ(count(some, "[license] 3 more"), 1U);
  const std::string all = golden_check_text(document, {}, true);
  EXPECT_EQ(count(all, "ring0:a"), 8U);
  EXPECT_EQ(count(all, "more like these"), 0U);
}

TEST(GoldenCheck, TextIsPlain) {
  GoldenCheckDocument document = checked();
  document.faults[0].item = kEvil;
  document.findings[0].item = kEvil;
  document.findings[1].problem = kEvil;
  EXPECT_TRUE(is_plain(golden_check_text(document, {}, true)));
  EXPECT_NE(golden_check_text(document, {.color = true}, true).find("\x1b[31merror\x1b[0m"),
            std::string::npos);
}

TEST(GoldenCheck, JsonHoldsFaultsAndFindings) {
  GoldenCheckDocument document = checked();
  document.findings[1].problem = kEvil + "\xff";
  const auto json = nlohmann::json::parse(golden_check_json(document));
  EXPECT_EQ(json.at("schema"), "foley-eval/golden-check/1");
  EXPECT_EQ(json.at("items"), 3);
  EXPECT_EQ(json.at("events"), 4);
  EXPECT_EQ(json.at("clips"), 5);
  EXPECT_EQ(json.at("catids"), 2);
  EXPECT_EQ(json.at("errors"), 2);
  EXPECT_EQ(json.at("warnings"), 1);
  ASSERT_EQ(json.at("findings").size(), 3U);
  EXPECT_EQ(json.at("findings").at(0).at("code"), "missing_field");
  EXPECT_EQ(json.at("findings").at(0).at("field"), "grade");
  EXPECT_EQ(json.at("findings").at(1).at("file"), "seed.json");
  EXPECT_EQ(json.at("findings").at(2).at("file"), "corpus.json");
  EXPECT_EQ(json.at("findings").at(2).at("severity"), "warning");
  EXPECT_EQ(json.at("findings").at(2).at("line"), 7);
}

TEST(LintRulesText, NamesEveryRule) {
  const std::string text = lint_rules_text({});
  for (const golden::LintRule& rule : golden::lint_rules()) {
    EXPECT_NE(text.find(rule.code), std::string::npos) << rule.code;
    EXPECT_NE(text.find(rule.about.substr(0, 30)), std::string::npos) << rule.about;
  }
}

}  // namespace
}  // namespace foley::report
