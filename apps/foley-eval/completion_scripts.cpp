#include "completion_scripts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace foley::app {
namespace {

// A command with the words that lead to it, e.g. `golden check`.
struct Node {
  std::string path;
  const CLI::App* app;
};

void collect(const CLI::App& app, const std::string& path, std::vector<Node>& nodes) {
  nodes.push_back({path, &app});
  for (const CLI::App* sub : app.get_subcommands([](const CLI::App*) { return true; })) {
    collect(*sub, path.empty() ? sub->get_name() : path + " " + sub->get_name(), nodes);
  }
}

std::vector<Node> all_commands(const CLI::App& root) {
  std::vector<Node> nodes;
  collect(root, "", nodes);
  return nodes;
}

std::vector<std::string> flags_of(const CLI::App& app) {
  std::vector<std::string> flags;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) {
      flags.push_back("--" + name);
    }
    for (const std::string& name : option->get_snames()) {
      flags.push_back("-" + name);
    }
  }
  return flags;
}

std::vector<std::string> subcommands_of(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* sub : app.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(sub->get_name());
  }
  return names;
}

std::string words_of(const CLI::App& app) {
  std::vector<std::string> words = subcommands_of(app);
  for (std::string& flag : flags_of(app)) {
    words.push_back(std::move(flag));
  }
  if (app.get_name() == "completion") {
    words.insert(words.end(), {"bash", "zsh", "fish"});
  }
  return fmt::format("{}", fmt::join(words, " "));
}

std::string case_arms(const CLI::App& root) {
  std::string arms;
  for (const Node& node : all_commands(root)) {
    arms += fmt::format("    '{}') words='{}' ;;\n", node.path, words_of(*node.app));
  }
  return arms;
}

std::string quoted(const std::string& text) {
  std::string out;
  for (const char c : text) {
    out += c == '\'' ? std::string("\\'") : std::string(1, c);
  }
  return out;
}

// The longest chain of command words typed so far, in either shell's array `words_typed`.
std::string command_chain() {
  return R"(  local chain='' word
  for word in "${typed[@]}"; do
    case " $all " in
      *" ${chain:+$chain/}$word "*) chain="${chain:+$chain/}$word" ;;
    esac
  done
  chain="${chain//\// }"
)";
}

std::string slashed_paths(const CLI::App& root) {
  std::vector<std::string> paths;
  for (const Node& node : all_commands(root)) {
    if (!node.path.empty()) {
      std::string path = node.path;
      std::replace(path.begin(), path.end(), ' ', '/');
      paths.push_back(std::move(path));
    }
  }
  return fmt::format("{}", fmt::join(paths, " "));
}

}  // namespace

std::string bash_completion(const CLI::App& root) {
  return "# bash completion for foley-eval:  source <(foley-eval completion bash)\n"
         "_foley_eval() {\n"
         "  local current=\"${COMP_WORDS[COMP_CWORD]}\" words=''\n"
         "  local typed=(\"${COMP_WORDS[@]:1:COMP_CWORD-1}\")\n"
         "  local all='" +
         slashed_paths(root) + "'\n" + command_chain() + "  case \"$chain\" in\n" +
         case_arms(root) +
         "  esac\n"
         "  mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\")\n"
         "}\n"
         "complete -o default -o bashdefault -F _foley_eval foley-eval\n";
}

std::string zsh_completion(const CLI::App& root) {
  return "#compdef foley-eval\n"
         "# zsh completion for foley-eval:  source <(foley-eval completion zsh)\n"
         "_foley_eval() {\n"
         "  local words_here=''\n"
         "  local -a typed\n"
         "  typed=(\"${(@)words[2,CURRENT-1]}\")\n"
         "  local all='" +
         slashed_paths(root) + "'\n" + command_chain() +
         "  local words=''\n"
         "  case \"$chain\" in\n" +
         case_arms(root) +
         "  esac\n"
         "  compadd -- ${=words}\n"
         "  _files\n"
         "}\n"
         "compdef _foley_eval foley-eval\n";
}

std::string fish_completion(const CLI::App& root) {
  std::string script = "# fish completion for foley-eval:  foley-eval completion fish | source\n";
  for (const Node& node : all_commands(root)) {
    std::string condition = "__fish_use_subcommand";
    if (!node.path.empty()) {
      const std::string last = node.path.substr(node.path.rfind(' ') + 1);
      condition = "__fish_seen_subcommand_from " + last;
    }
    for (const CLI::App* sub : node.app->get_subcommands([](const CLI::App*) { return true; })) {
      script += fmt::format("complete -c foley-eval -n '{}' -a {} -d '{}'\n", condition,
                            sub->get_name(), quoted(sub->get_description()));
    }
    for (const CLI::Option* option : node.app->get_options()) {
      for (const std::string& name : option->get_lnames()) {
        script += fmt::format("complete -c foley-eval -n '{}' -l {} -d '{}'\n", condition, name,
                              quoted(option->get_description()));
      }
      for (const std::string& name : option->get_snames()) {
        script += fmt::format("complete -c foley-eval -n '{}' -s {} -d '{}'\n", condition, name,
                              quoted(option->get_description()));
      }
    }
  }
  script +=
      "complete -c foley-eval -n '__fish_seen_subcommand_from completion' -a 'bash zsh fish'\n";
  return script;
}

}  // namespace foley::app
