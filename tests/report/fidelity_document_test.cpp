#include "foley/report/fidelity_document.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "foley/core/printable.hpp"
#include "foley/report/fidelity_comparison.hpp"

namespace foley::report {
namespace {

FidelitySet set_named(const std::string& path, std::uint64_t rows) {
  FidelitySet set;
  set.path = path;
  set.rows = rows;
  set.clips = rows;
  set.dimension = 48;
  set.dtype = "float32";
  set.manifest = {{"embedding", "mel"}, {"version", "1"}};
  return set;
}

FidelityRuler small_ruler() {
  FidelityRuler ruler;
  ruler.embedding = "mel";
  ruler.toolkit = "bench";
  ruler.version = "1";
  ruler.kernel = "gaussian";
  ruler.bandwidth = 21.5;
  ruler.bandwidth_rule = "median of the reference";
  ruler.convention = "foley";
  ruler.precision = "float32";
  ruler.linear_algebra = "BLAS";
  ruler.confidence = 0.95;
  ruler.replicates = 1000;
  ruler.permutations = 1000;
  ruler.seed = 7;
  return ruler;
}

FidelityDocument small_document() {
  FidelityDocument document;
  document.reference = set_named("ref.npz", 160);
  document.generated = set_named("gen.npz", 150);
  document.generated.warnings = {"all rows are the same"};
  document.ruler = small_ruler();
  document.measures = {
      {"fad",
       12.25,
       stats::Interval{12.25, 10.0, 15.5, 0.95},
       std::nullopt,
       "",
       "lower is closer",
       {{"mean_term", 4.0}}},
      {"kad", 0.0123, std::nullopt, 0.00005, "", "", {}},
      {"coverage", std::nullopt, std::nullopt, std::nullopt, "too few rows", "", {}}};
  return document;
}

std::size_t widest(const std::string& text) {
  std::size_t most = 0;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t to = std::min(text.find('\n', from), text.size());
    most = std::max(most, display_width(text.substr(from, to - from)));
    from = to + 1;
  }
  return most;
}

TEST(FigureText, HasFourDigitsOrWhatIsNeeded) {
  EXPECT_EQ(figure_text(0.0), "0.0000");
  EXPECT_EQ(figure_text(-0.0), "0.0000");
  EXPECT_EQ(figure_text(1.0 / 3.0), "0.3333");
  EXPECT_EQ(figure_text(-12.34567), "-12.3457");
  EXPECT_EQ(figure_text(2273.40084), "2273.40");
  EXPECT_EQ(figure_text(123456.78), "123456.8");
  EXPECT_EQ(figure_text(1.23456e-7), "1.235e-07");
  EXPECT_EQ(figure_text(-4.5e-4), "-0.00045");
  EXPECT_EQ(figure_text(1e-300), "1e-300");
}

TEST(Quantities, AreNamedByMeasureAndPart) {
  const auto quantities = quantities_of(small_document().measures);
  const auto value = [&](const std::string& name) -> std::optional<double> {
    for (const auto& [each, number] : quantities) {
      if (each == name) {
        return number;
      }
    }
    ADD_FAILURE() << name;
    return std::nullopt;
  };
  EXPECT_EQ(value("fad"), 12.25);
  EXPECT_EQ(value("fad.low"), 10.0);
  EXPECT_EQ(value("fad.high"), 15.5);
  EXPECT_EQ(value("fad.mean_term"), 4.0);
  EXPECT_EQ(value("kad.p"), 0.00005);
  EXPECT_EQ(value("coverage"), std::nullopt);
}

TEST(FidelityText, ShowsNumbersWarningsAndTheStamp) {
  const std::string text = fidelity_text(small_document(), {});
  for (const char* words : {"FAD       12.2500  [10.0000, 15.5000]", "<0.0001", "too few rows",
                            "warning: gen.npz: all rows are the same", "n_ref 160, n_gen 150",
                            "kernel gaussian, bandwidth 21.5000", "seed 7", "scores 1"}) {
    EXPECT_NE(text.find(words), std::string::npos) << words << "\n" << text;
  }
  EXPECT_LE(widest(text), 100U);
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
}

TEST(FidelityText, KeepsForeignNamesFromTheTerminal) {
  FidelityDocument document = small_document();
  document.generated.path = "a\x1b[31mb";
  document.causes = FidelityCauses{};
  document.causes->influence = {{"c\x1b[2J", "d\n", 1.0, std::nullopt}};
  EXPECT_EQ(fidelity_text(document, {}).find('\x1b'), std::string::npos);
}

TEST(FidelityText, ShowsCurvesAndCauses) {
  FidelityDocument document = small_document();
  FidelityCurve curve;
  curve.name = "fad";
  curve.points = {{50, 2.0, 0.2}, {100, 1.5, 0.1}};
  curve.replicates = 20;
  curve.limit = {1.0, 0.8, 1.2, 0.95};
  curve.r_squared = 0.99;
  curve.enough = 1000;
  curve.enough_means = "the bias is below 5% of the limit";
  document.curves = {curve};
  document.causes = FidelityCauses{};
  document.causes->influence = {{"x.wav", "rain", 0.5, -0.001}};
  document.causes->memorised = {{"x.wav", "y.wav", 0.0, 0.0, true}};
  document.causes->memorised_count = document.causes->exact_count = 1;
  document.categories = {{"rain", 10, 3, {{"fad", std::nullopt}}, "too few"}};
  const std::string text = fidelity_text(document, {});
  for (const char* words :
       {"towards infinite n: 1.0000 [0.8000, 1.2000]", "From n = 1000", "+0.5000",
        "1 sound suspiciously near", "same", "none: no generated", "By category", "too few"}) {
    EXPECT_NE(text.find(words), std::string::npos) << words << "\n" << text;
  }
  const auto json = nlohmann::json::parse(fidelity_json(document));
  EXPECT_EQ(json["by_size"]["fad"]["points"][1]["n"], 100);
  EXPECT_EQ(json["why"]["influence"][0]["kad"], -0.001);
  EXPECT_TRUE(json["categories"][0]["fad"].is_null());
}

TEST(FidelityJson, HoldsEveryNumberWithItsStamp) {
  FidelityDocument document = small_document();
  document.rules = {{"fad<=2", false, "12.25"}};
  const auto json = nlohmann::json::parse(fidelity_json(document));
  EXPECT_EQ(json["schema"], "foley-eval/fidelity/1");
  EXPECT_EQ(json["measures"]["fad"]["value"], 12.25);
  EXPECT_EQ(json["measures"]["fad"]["interval"]["high"], 15.5);
  EXPECT_EQ(json["measures"]["fad"]["mean_term"], 4.0);
  EXPECT_TRUE(json["measures"]["coverage"]["value"].is_null());
  EXPECT_EQ(json["measures"]["coverage"]["reason"], "too few rows");
  EXPECT_EQ(json["stamp"]["n_gen"], 150);
  EXPECT_EQ(json["stamp"]["bandwidth"], 21.5);
  EXPECT_EQ(json["stamp"]["score_version"], 1);
  EXPECT_EQ(json["generated"]["warnings"][0], "all rows are the same");
  EXPECT_FALSE(json["gate"][0]["passed"].get<bool>());
}

FidelityComparison compared(double low, double high, double p) {
  FidelityComparison comparison;
  comparison.reference = set_named("ref.npz", 160);
  comparison.a = set_named("a.npz", 100);
  comparison.b = set_named("b.npz", 100);
  comparison.ruler = small_ruler();
  const stats::Interval interval{(low + high) / 2.0, low, high, 0.95};
  comparison.differences = {{"fad",
                             {"fad", 2.0, std::nullopt, std::nullopt, "", "", {}},
                             {"fad", 3.0, std::nullopt, std::nullopt, "", "", {}},
                             interval,
                             p,
                             "normal approximation"}};
  return comparison;
}

TEST(ComparisonVerdict, NamesTheCloserOneOrNone) {
  EXPECT_EQ(comparison_verdict(compared(0.5, 1.5, 0.01)),
            "A (a.npz) is closer to the reference, by FAD.");
  EXPECT_EQ(comparison_verdict(compared(-1.5, -0.5, 0.01)),
            "B (b.npz) is closer to the reference, by FAD.");
  const std::string none =
      "The data do not tell which of A (a.npz) and B (b.npz) is closer to the reference.";
  EXPECT_EQ(comparison_verdict(compared(-0.5, 1.5, 0.3)), none);
  EXPECT_EQ(comparison_verdict(compared(0.1, 1.5, 0.06)), none);
  FidelityComparison both = compared(0.5, 1.5, 0.01);
  both.differences.push_back(both.differences.front());
  both.differences.back().name = "kad";
  both.differences.back().difference = {0.1, -0.1, 0.3, 0.95};
  EXPECT_EQ(comparison_verdict(both),
            "A (a.npz) is closer to the reference, by FAD; KAD does not tell.");
  both.differences.back().difference = {-0.2, -0.3, -0.1, 0.95};
  EXPECT_NE(comparison_verdict(both).find("contradict"), std::string::npos);
}

TEST(FidelityComparisonText, IsTheSentenceAndATable) {
  const FidelityComparison comparison = compared(0.5, 1.5, 0.01);
  const std::string text = fidelity_comparison_text(comparison, {});
  EXPECT_TRUE(text.starts_with("A (a.npz) is closer"));
  EXPECT_NE(text.find("[+0.5000, +1.5000]  0.0100  A is closer"), std::string::npos) << text;
  EXPECT_LE(widest(text), 100U);
  const auto json = nlohmann::json::parse(fidelity_comparison_json(comparison));
  EXPECT_EQ(json["measures"]["fad"]["closer"], "a");
  EXPECT_EQ(json["stamp"]["n_gen"], nlohmann::json::array({100, 100}));
}

TEST(FidelityLeaderboardText, SaysWhoIsNotToldApart) {
  FidelityLeaderboard board;
  board.reference = set_named("ref.npz", 160);
  board.ruler = small_ruler();
  const auto row = [](const char* name, double value, std::optional<double> p) {
    return LeaderboardRow{
        name, set_named(name, 100), {{"fad", value, std::nullopt, std::nullopt, "", "", {}}}, p};
  };
  board.rows = {row("one", 1.0, 0.001), row("two", 2.0, 0.4), row("three", 2.1, std::nullopt)};
  const std::string text = fidelity_leaderboard_text(board, {});
  EXPECT_NE(text.find("0.4000  not told from next"), std::string::npos) << text;
  EXPECT_EQ(text.find("0.0010  not told"), std::string::npos) << text;
  const auto json = nlohmann::json::parse(fidelity_leaderboard_json(board));
  EXPECT_EQ(json["generators"][2]["name"], "three");
  EXPECT_TRUE(json["generators"][2]["p_to_next"].is_null());
}

}  // namespace
}  // namespace foley::report
