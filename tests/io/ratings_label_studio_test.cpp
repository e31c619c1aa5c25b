#include <gtest/gtest.h>

#include <string>

#include "io/rating_text.hpp"

namespace foley::io {
namespace {

const std::string kTasks = R"([
{"id": 12, "data": {"audio": "rain.wav", "kind": "wet"}, "annotations": [
  {"id": 1, "completed_by": 3, "created_at": "2026-02-02T10:00:00Z", "was_cancelled": false,
   "result": [
    {"id": "r", "from_name": "quality", "to_name": "audio", "type": "rating",
     "value": {"rating": 4}},
    {"from_name": "kind", "type": "choices", "value": {"choices": ["rain"]}},
    {"from_name": "note", "type": "textarea", "value": {"text": ["fine"]}},
    {"type": "relation", "from_id": "r", "to_id": "s"}]},
  {"id": 2, "completed_by": {"id": 5, "email": "bo@example.org"}, "created_at":
   "2026-02-01T10:00:00Z",
   "result": [{"from_name": "quality", "type": "rating", "value": {"rating": 2}}]},
  {"id": 3, "completed_by": 6, "was_cancelled": true,
   "result": [{"from_name": "skipped", "type": "rating", "value": {"rating": 1}},
    {"from_name": "quality", "type": "rating", "value": {"rating": 1}}]}],
 "predictions": [{"model_version": "v2", "score": 0.5, "result": [
   {"from_name": "quality", "type": "rating", "value": {"rating": 3}}]}]},
{"id": 13, "data": {"audio": "wind.wav", "kind": "dry"}, "annotations": [
  {"id": 4, "completed_by": {"id": 3, "email": ""}, "created_at": "2026-02-03T10:00:00Z",
   "result": [{"from_name": "quality", "type": "rating", "value": {"rating": 5}},
    {"from_name": "size", "type": "number", "value": {"number": 1.5}},
    {"from_name": "kind", "type": "choices", "value": {"choices": ["wind", "rain"]}}]}]}
])";

RatingsRequest about(const std::string& question) { return {.question = question}; }

TEST(LabelStudio, Ratings) {
  EXPECT_EQ(read_text(kTasks, about("quality")), "3|bo@example.org: 12 0=4 1=2; 13 0=5");
  EXPECT_EQ(read_text(kTasks, about("size")), "3: 12; 13 0=1.5");
}

TEST(LabelStudio, SeveralQuestionsAreListed) {
  EXPECT_EQ(read_text(kTasks),
            "f.csv:1: the annotations answer several questions; choose one of: quality, kind, size "
            "[FE-IO-26]");
  EXPECT_EQ(read_text(kTasks, about("qualiti")),
            "f.csv:1: no annotation answers the question 'qualiti'; choose one of: quality, kind, "
            "size [FE-IO-26]");
  EXPECT_NE(read_text(kTasks, about("note")).find("no choice, rating or number"),
            std::string::npos);
}

TEST(LabelStudio, FieldsOfTheRequest) {
  RatingsRequest request = about("quality");
  request.unit = "audio";
  request.stratum = "kind";
  request.order = "created_at";
  const auto table = parse_ratings(kTasks, "f", request);
  ASSERT_TRUE(table.has_value()) << table.error().to_line();
  EXPECT_EQ(text_of(*table, true), "3|bo@example.org: rain.wav 0=4@1 1=2@0; wind.wav 0=5@2");
  EXPECT_EQ(table->strata, (std::vector<std::string>{"wet", "dry"}));
  request.unit = "Audio";
  EXPECT_EQ(read_text(kTasks, request),
            "f.csv:2: task: the task has no 'Audio' (it has audio, kind, id, data, annotations, "
            "predictions); did you mean 'audio'? [FE-IO-15]");
  request = about("quality");
  request.rater = "id";
  EXPECT_EQ(read_text(kTasks, request), "1|2|4: 12 0=4 1=2; 13 2=5");
}

TEST(LabelStudio, Predictions) {
  RatingsRequest request = about("quality");
  request.predictions = true;
  EXPECT_EQ(read_text(kTasks, request), "3|bo@example.org|model:v2: 12 0=4 1=2 2=3; 13 0=5");
}

TEST(LabelStudio, Choices) {
  RatingsRequest request = about("kind");
  request.text_values = true;
  EXPECT_EQ(read_text(kTasks, request),
            "f.csv:22: task '13': the answer to 'kind' is 2 choices at once; agreement needs one "
            "value a rating; ask for a single choice, or make each choice a question of its own "
            "[FE-IO-27]");
  const std::string one = R"({"id": 1, "annotations": [{"completed_by": 1, "result":
    [{"from_name": "kind", "value": {"choices": ["rain"]}}]}, {"completed_by": 2, "result":
    [{"from_name": "kind", "value": {"choices": []}}]}]})";
  request.question = "";
  const std::string tasks = "[" + one + ",\n{\"id\": 2, \"predictions\": null}]";
  EXPECT_EQ(read_text(tasks, request), "1|2: 1 0=0; 2");
  EXPECT_NE(read_text(tasks).find("task '1': 'rain' is not a number"), std::string::npos);
}

TEST(LabelStudio, Faults) {
  const auto task = [](const std::string& annotation) {
    return read_text("[\n{\"id\": 7, \"annotations\": [" + annotation + "]}]");
  };
  const std::string result =
      R"("result": [{"from_name": "q", "type": "rating", "value": {"rating": 1}}])";
  EXPECT_EQ(task("{\"completed_by\": 1, " + result + "}"), "1: 7 0=1");
  EXPECT_EQ(task("{" + result + "}"),
            "f.csv:2: task '7': the annotation does not say who made it: 'completed_by' is missing "
            "or empty; export it with completed_by, or say which field names the rater "
            "[FE-IO-28]");
  EXPECT_NE(task("{\"completed_by\": {}, " + result + "}").find("[FE-IO-28]"), std::string::npos);
  EXPECT_NE(task("{\"completed_by\": 1}").find("no list 'result'"), std::string::npos);
  EXPECT_NE(task("3").find("[FE-IO-19]"), std::string::npos);
  EXPECT_NE(task("{\"completed_by\": 1, \"result\": []}").find("[FE-IO-26]"), std::string::npos);
  const std::string twice = "{\"completed_by\": 1, " + result + "}";
  EXPECT_NE(task(twice + ",\n" + twice).find("on lines 2 and 3"), std::string::npos);
  EXPECT_NE(read_text("[{\"annotations\": []}]").find("the task has no 'id'"), std::string::npos);
  EXPECT_NE(read_text("[{\"id\": [], \"annotations\": []}]").find("'id' is a list"),
            std::string::npos);
  EXPECT_NE(read_text("[{\"id\": 1, \"annotations\": []}, 3]").find("a task is an object"),
            std::string::npos);
}

}  // namespace
}  // namespace foley::io
