#include <algorithm>
#include <vector>

#include "foley/core/printable.hpp"
#include "ratings_columns.hpp"
#include "ratings_readers.hpp"

namespace foley::io {
namespace {

using Kind = JsonValue::Kind;

// What of a result holds the answer to a question that can be a rating; nullptr for other kinds.
const JsonValue* answer_of(const JsonValue& result) {
  const JsonValue* value = result.find("value");
  if (value == nullptr || !value->is(Kind::object)) {
    return nullptr;
  }
  for (const char* key : {"choices", "rating", "number"}) {
    if (const JsonValue* answer = value->find(key)) {
      return answer;
    }
  }
  return nullptr;
}

bool is_cancelled(const JsonValue& annotation) {
  const JsonValue* cancelled = annotation.find("was_cancelled");
  return cancelled != nullptr && cancelled->boolean;
}

const std::string* question_of(const JsonValue& result) {
  const JsonValue* name = result.find("from_name");
  return name != nullptr && name->is(Kind::string) ? &name->string : nullptr;
}

class TaskReader {
 public:
  TaskReader(const std::string& source, const RatingsRequest& request, RatingsBuilder& builder)
      : source_(source), request_(request), builder_(builder), question_(request.question) {}

  // Takes note of the questions that a task answers.
  void note_questions(const JsonValue& task) {
    for (const char* key : {"annotations", "predictions"}) {
      const JsonValue* list = task.find(key);
      if (list == nullptr || (key == std::string_view("predictions") && !request_.predictions)) {
        continue;
      }
      for (const JsonValue& each : list->list) {
        const JsonValue* results = is_cancelled(each) ? nullptr : each.find("result");
        for (std::size_t i = 0; results != nullptr && i < results->list.size(); ++i) {
          const std::string* question = question_of(results->list[i]);
          if (question != nullptr && answer_of(results->list[i]) != nullptr &&
              std::ranges::find(questions_, *question) == questions_.end()) {
            questions_.push_back(*question);
          }
        }
      }
    }
    if (request_.question.empty() && !questions_.empty()) {
      question_ = questions_.front();
    }
  }

  std::optional<Error> add(const JsonValue& task) {
    if (!task.is(Kind::object)) {
      return error_at(task, ErrorKind::wrong_type, "FE-IO-19",
                      std::string("a task is an object, this is ") + task.kind_name(),
                      "export the project as JSON");
    }
    task_ = "task";
    std::string name;
    const bool by_id = request_.unit.empty();
    if (auto error = read_field(task, by_id ? "id" : request_.unit, !by_id, name)) {
      return error;
    }
    if (name.empty()) {
      return error_at(task, ErrorKind::bad_value, "FE-IO-05", "the name of the unit is empty",
                      "name a field that every task has");
    }
    task_ = "task " + quoted(name);
    const std::uint32_t unit = builder_.unit(name);
    if (!request_.stratum.empty()) {
      std::string stratum;
      if (auto error = read_field(task, request_.stratum, true, stratum)) {
        return error;
      }
      if (auto error = builder_.set_stratum(unit, stratum, {task.line, 0})) {
        return error;
      }
    }
    if (auto error = add_answers(task, "annotations", unit)) {
      return error;
    }
    return request_.predictions ? add_answers(task, "predictions", unit) : std::nullopt;
  }

  // Whether the question was there.
  std::optional<Error> finish() const {
    if (found_) {
      return std::nullopt;
    }
    const std::string asked = request_.question.empty()
                                  ? "no annotation answers a question of kind choices, rating or "
                                    "number"
                                  : "no annotation answers the question " + quoted(question_);
    return builder_.error_at({1, 0}, ErrorKind::unknown_name, "FE-IO-26", asked, questions_text());
  }

  // More than one question, and none was chosen.
  [[nodiscard]] bool must_choose() const {
    return request_.question.empty() && questions_.size() > 1;
  }
  [[nodiscard]] Error choice_error() const {
    return builder_.error_at({1, 0}, ErrorKind::bad_value, "FE-IO-26",
                             "the annotations answer several questions", questions_text());
  }

 private:
  Error error_at(const JsonValue& at, ErrorKind kind, const char* code, std::string problem,
                 std::string advice) const {
    Error error =
        builder_.error_at({at.line, 0}, kind, code, std::move(problem), std::move(advice));
    error.item = task_;
    return error;
  }

  [[nodiscard]] std::string questions_text() const {
    constexpr std::size_t kMost = 20;
    std::string text;
    for (std::size_t i = 0; i < questions_.size() && i < kMost; ++i) {
      text += (i == 0 ? "choose one of: " : ", ") + printable(questions_[i], 40);
    }
    return text.empty() ? "check which questions the project asks"
                        : text + (questions_.size() > kMost ? ", …" : "");
  }

  // A field of the task or of its data, whichever is asked first.
  std::optional<Error> read_field(const JsonValue& task, const std::string& key, bool data_first,
                                  std::string& text) const {
    const JsonValue* data = task.find("data");
    const JsonValue* inner = data != nullptr ? data->find(key) : nullptr;
    const JsonValue* own = task.find(key);
    const JsonValue* value = inner != nullptr && (data_first || own == nullptr) ? inner : own;
    if (value == nullptr) {
      RatingNames names;
      for (const JsonValue* object : {data, &task}) {
        for (std::size_t i = 0; object != nullptr && i < object->object.size(); ++i) {
          names.emplace_back(object->object[i].first);
        }
      }
      Error error = unknown_column(key, names, source_, task.line, "the task");
      error.item = task_;
      return error;
    }
    const auto cell = cell_text(*value);
    if (!cell) {
      return error_at(*value, ErrorKind::wrong_type, "FE-IO-19",
                      quoted(key) + " is " + value->kind_name(), "name a field that is text");
    }
    text = trimmed(*cell);
    return std::nullopt;
  }

  std::optional<Error> add_answers(const JsonValue& task, const char* key, std::uint32_t unit) {
    const JsonValue* list = task.find(key);
    if (list == nullptr || list->is(Kind::null)) {
      return std::nullopt;
    }
    if (!list->is(Kind::list)) {
      return error_at(*list, ErrorKind::wrong_type, "FE-IO-19",
                      quoted(key) + " is " + list->kind_name(), "export the project as JSON");
    }
    const bool by_model = std::string_view(key) == "predictions";
    for (const JsonValue& each : list->list) {
      if (is_cancelled(each)) {
        continue;
      }
      const JsonValue* results = each.find("result");
      if (results == nullptr || !results->is(Kind::list)) {
        return error_at(each, ErrorKind::wrong_type, "FE-IO-19",
                        std::string("an element of ") + key + " has no list 'result'",
                        "export the project as JSON, not as JSON-MIN");
      }
      for (const JsonValue& result : results->list) {
        if (auto error = add_result(each, result, unit, by_model)) {
          return error;
        }
      }
    }
    return std::nullopt;
  }

  std::optional<Error> add_result(const JsonValue& annotation, const JsonValue& result,
                                  std::uint32_t unit, bool by_model) {
    const std::string* question = question_of(result);
    const JsonValue* answer = answer_of(result);
    if (question == nullptr) {
      return std::nullopt;  // a relation between results
    }
    if (*question != question_) {
      return std::nullopt;
    }
    if (answer == nullptr) {
      return error_at(result, ErrorKind::wrong_type, "FE-IO-26",
                      "an answer to " + quoted(question_) + " is no choice, rating or number",
                      "choose a question whose answers can be compared");
    }
    found_ = true;
    std::string value;
    std::string rater;
    if (auto error = read_answer(*answer, value)) {
      return error;
    }
    if (auto error = by_model ? read_model(annotation, rater) : read_rater(annotation, rater)) {
      return error;
    }
    return add_value(annotation, *answer, unit, rater, value);
  }

  std::optional<Error> add_value(const JsonValue& annotation, const JsonValue& answer,
                                 std::uint32_t unit, const std::string& rater,
                                 const std::string& value) {
    std::string order;
    if (!request_.order.empty()) {
      const JsonValue* when = annotation.find(request_.order);
      order = when == nullptr ? std::string() : cell_text(*when).value_or(std::string());
    }
    const RatingPlace place{answer.line, 0};
    auto error = builder_.add(unit, builder_.rater(rater), value, place, order, place);
    if (error) {
      error->item = task_;
    }
    return error;
  }

  std::optional<Error> read_answer(const JsonValue& answer, std::string& value) const {
    const JsonValue* one = &answer;
    if (answer.is(Kind::list)) {
      if (answer.list.size() > 1) {
        return error_at(answer, ErrorKind::bad_value, "FE-IO-27",
                        "the answer to " + quoted(question_) + " is " +
                            std::to_string(answer.list.size()) + " choices at once",
                        "agreement needs one value a rating; ask for a single choice, or make each "
                        "choice a question of its own");
      }
      if (answer.list.empty()) {
        value.clear();
        return std::nullopt;
      }
      one = &answer.list.front();
    }
    auto cell = cell_text(*one);
    if (!cell) {
      return error_at(*one, ErrorKind::wrong_type, "FE-IO-19",
                      "the answer to " + quoted(question_) + " is " + one->kind_name(),
                      "name a question with flat choices");
    }
    value = std::move(*cell);
    return std::nullopt;
  }

  std::optional<Error> read_rater(const JsonValue& annotation, std::string& rater) const {
    const std::string key = request_.rater.empty() ? "completed_by" : request_.rater;
    const JsonValue* by = annotation.find(key);
    if (by != nullptr && by->is(Kind::object)) {
      const JsonValue* email = by->find("email");
      by = email != nullptr && email->is(Kind::string) && !trimmed(email->string).empty()
               ? email
               : by->find("id");
    }
    const auto cell = by != nullptr ? cell_text(*by) : std::nullopt;
    rater = cell ? trimmed(*cell) : std::string_view{};
    if (rater.empty()) {
      return error_at(
          annotation, ErrorKind::missing_field, "FE-IO-28",
          "the annotation does not say who made it: " + quoted(key) + " is missing or empty",
          "export it with completed_by, or say which field names the rater");
    }
    return std::nullopt;
  }

  std::optional<Error> read_model(const JsonValue& prediction, std::string& rater) const {
    const JsonValue* version = prediction.find("model_version");
    const auto cell = version != nullptr ? cell_text(*version) : std::string();
    if (!cell) {
      return error_at(*version, ErrorKind::wrong_type, "FE-IO-19",
                      std::string("'model_version' is ") + version->kind_name(), "write text");
    }
    rater = "model:" + std::string(trimmed(*cell));
    return std::nullopt;
  }

  const std::string& source_;
  const RatingsRequest& request_;
  RatingsBuilder& builder_;
  std::string question_;  // empty until the first is met
  std::vector<std::string> questions_;
  std::string task_;
  bool found_ = false;
};

}  // namespace

bool looks_like_task(const JsonValue& object) {
  const auto has_list = [&](const char* key) {
    const JsonValue* value = object.find(key);
    return value != nullptr && value->is(Kind::list);
  };
  return object.is(Kind::object) && (has_list("annotations") || has_list("predictions"));
}

std::optional<Error> read_label_studio(JsonElements elements, const std::string& source,
                                       const RatingsRequest& request, RatingsBuilder& builder) {
  TaskReader reader(source, request, builder);
  JsonValue task;
  std::optional<Error> fault;
  while (true) {
    auto next = elements.next(task);
    if (!next) {
      return std::move(next.error());
    }
    if (!*next) {
      break;
    }
    // All questions are to be listed, and a fault in an answer to one of several says nothing.
    reader.note_questions(task);
    if (!fault && !reader.must_choose()) {
      fault = reader.add(task);
    }
  }
  if (reader.must_choose()) {
    return reader.choice_error();
  }
  return fault ? fault : reader.finish();
}

}  // namespace foley::io
