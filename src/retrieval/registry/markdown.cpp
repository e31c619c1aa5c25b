#include "foley/retrieval/registry.hpp"
#include "param_text.hpp"

namespace foley::retrieval {
namespace {

constexpr std::string_view kHead = R"(# Measures

Made from the registry by `tools/make_docs`; do not edit.

## Which spelling means what

One measure has one canonical name, under which it is reported. Four spellings are read:

| spelling | example | means |
|---|---|---|
| retrieval reports | `ndcg@10`, `map@10`, `mrr@10`, `recall@10`, `precision@10` | the measures of `foley-eval retrieval`; kept as they are |
| trec_eval's names of output | `map`, `ndcg_cut_10`, `P_5`, `bpref` | trec_eval 10; `.` for the `_` before a parameter is accepted |
| ir_measures | `nDCG(dcg='exp-log2')@10`, `AP(rel=2)@100`, `IPrec@0.1` | the canonical spelling of all others |
| ranx | `map@100-l2`, `hit_rate@10`, `rbp.95`, `f1@10`, `r-precision` | read, and reported under the canonical name |

A name without a cut-off means the whole ranking: `map` is trec_eval's `map`, `ndcg` its `ndcg`, `mrr`
is `RR`, `precision` is `SetP`, `recall` is `SetR`. (`foley-eval retrieval` alone reads a bare name as
`@10`.) `map@10` and `AP@10` are the same number: precision at the relevant documents within the first
10, divided by the number of all relevant documents. `ndcg@10` and `nDCG@10` differ only when grades are
negative: the first counts them as they are, the second as 0.

`rel` is the least grade that is relevant; where a measure does not say it, the level of the command
holds. `judged_only` leaves unjudged documents (not in the qrels, or with a negative grade) out before the
measure looks.

| ranx | is read as |
|---|---|
| `hits@k` | `Hits@k` |
| `hit_rate@k` | `Success@k` |
| `f1@k` | `F@k` |
| `r-precision` | `Rprec` |
| `rbp.NN` | `RBP(p=0.NN,rel=1)` |
| `dcg@k`, `dcg_burges@k` | `DCG@k`, `DCG(dcg='exp-log2')@k` |
| `ndcg_burges@k` | `nDCG(dcg='exp-log2')@k` |
| `map@k-lN`, `ndcg@k-lN` … | `AP(rel=N)@k`, `nDCG(rel=N)@k` … |

Under holes, where documents of the run are unjudged, the bounds of a measure are its values with none and
with all of them at the highest grade. They are exact, and given, for the measures marked so.
)";

std::string code(std::string_view text) { return "`" + std::string(text) + "`"; }

std::string family_title(Family family) {
  switch (family) {
    case Family::reference:
      return "Measures of retrieval reports";
    case Family::extended:
      return "Measures beyond trec_eval, and trec_eval's under the names of ir_measures";
    case Family::trec:
      break;
  }
  return "trec_eval's measures under their own names";
}

// A bar would end a cell.
std::string cell(std::string_view text) {
  std::string out;
  for (const char c : text) {
    out += c == '|' ? std::string("\\|") : std::string(1, c);
  }
  return out;
}

std::string spelling(const MeasureInfo& info) {
  std::string params;
  std::string at;
  for (const ParamInfo& param : info.params) {
    if (param.at) {
      at = "@" + std::string(param.name == "cutoff" ? "k" : param.name);
      at = param.required ? at : "[" + at + "]";
    } else if (info.family != Family::trec) {
      params += (params.empty() ? "" : ",") + std::string(param.name);
    } else {
      at = "_…";
    }
  }
  return std::string(info.name) + (params.empty() ? "" : "(" + params + ")") + at;
}

void add_line(std::string& out, std::string_view label, const std::string& text) {
  if (!text.empty()) {
    out += "- " + std::string(label) + ": " + text + "\n";
  }
}

std::string param_table(const MeasureInfo& info) {
  if (info.params.empty()) {
    return "";
  }
  std::string out = "\n| parameter | default | may be | |\n|---|---|---|---|\n";
  for (const ParamInfo& param : info.params) {
    const std::string standard = !param.standard.empty() ? code(param.standard)
                                 : param.required        ? "needed"
                                                         : "–";
    out += "| " + code(param.name) + (param.at ? " (behind `@`)" : "") + " | " + standard + " | " +
           cell(registry::domain_text(param)) + " | " + cell(param.about) + " |\n";
  }
  return out;
}

}  // namespace

std::string measure_markdown(const MeasureInfo& info) {
  std::string aliases;
  for (const std::string_view alias : info.aliases) {
    aliases += (aliases.empty() ? "" : ", ") + code(alias);
  }
  std::string out = "### " + code(info.name);
  out += info.title == info.name ? "\n\n" : ": " + std::string(info.title) + "\n\n";
  out += std::string(info.about) + "\n\n";
  add_line(out, "written", code(spelling(info)) + (aliases.empty() ? "" : ", also " + aliases));
  add_line(out, "formula", std::string(info.formula));
  add_line(out, "range", std::string(info.range));
  add_line(out, "judgments", std::string(to_string(info.evidence)));
  if (info.family != Family::trec) {
    add_line(out, "over topics", std::string(to_string(info.aggregate)));
  }
  add_line(out, "bounds under holes", info.has_bounds ? "yes" : "");
  add_line(out, "edge cases", std::string(info.edge_cases));
  add_line(out, "elsewhere", std::string(info.elsewhere));
  add_line(out, "source", std::string(info.citation));
  return out + param_table(info);
}

std::string registry_markdown() {
  std::string out(kHead);
  for (const Family family : {Family::reference, Family::extended, Family::trec}) {
    out += "\n## " + family_title(family) + "\n";
    for (const MeasureInfo* info : all_measures()) {
      if (info->family == family) {
        out += "\n" + measure_markdown(*info);
      }
    }
  }
  return out;
}

}  // namespace foley::retrieval
