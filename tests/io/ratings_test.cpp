#include "foley/io/ratings.hpp"

#include <gtest/gtest.h>
#include <zlib.h>
#include <zstd.h>

#include <limits>
#include <stdexcept>

#include "io/rating_text.hpp"
#include "support/temporary_folder.hpp"

namespace foley::io {
namespace {

const std::string kLong = "item_id,rater_id,value\na,x,1\na,y,2\nb,x,3\n";
const std::string kTable = "x|y: a 0=1 1=2; b 0=3";

TEST(Ratings, LongTables) {
  EXPECT_EQ(read_text(kLong), kTable);
  EXPECT_EQ(read_text("Unit\tJudge\tScore\na\tx\t1\na\ty\t2\nb\tx\t3"), kTable);
  EXPECT_EQ(read_text("note,value,worker-id,clip\n\"1,5\",1,x,a\n,2,y,a\n,3,x,b\n"), kTable);
  EXPECT_EQ(read_text("item_id,rater_id,value\r\na,x,1\r\n\r\na,y,2\r\nb,x,3\r\n"), kTable);
  EXPECT_EQ(read_text("item , rater, value\n a ,x, 1\na, y,2.0 \nb,x,+3e0\n"), kTable);
  EXPECT_EQ(read_text("item,rater,value\nb,x,3\na,y,2\na,x,1\n"), "x|y: b 0=3; a 0=1 1=2");
}

TEST(Ratings, UsualNamesByPrecedence) {
  EXPECT_EQ(read_text("label,score,rater,item\n9,1,x,a\n"), "x: a 0=1");
  EXPECT_EQ(read_text("query_id,doc_id,judge,grade\nq,d,x,2\n"), "x: q/d 0=2");
  EXPECT_EQ(read_text("doc_id,judge,grade\nd,x,2\n"), "x: d 0=2");
  EXPECT_EQ(read_text("query,docid,item,judge,grade\nq,d,i,x,2\n"), "x: i 0=2");
}

TEST(Ratings, NamesOfTheRequest) {
  RatingsRequest request;
  request.unit = "sound";
  request.rater = "Who";
  request.value = "stars";
  EXPECT_EQ(read_text("value,stars,who,item,sound\n9,1,x,i,a\n", request), "x: a 0=1");
  request.unit = "sound+part";
  EXPECT_EQ(read_text("sound,part,who,stars\na/b,c,x,1\na,b/c,x,2\na%,c,x,3\n", request),
            "x: a%2Fb/c 0=1; a/b/c 0=2; a%25/c 0=3");
  EXPECT_EQ(read_text("sound+part,who,stars\na,x,1\n", request), "x: a 0=1");
}

TEST(Ratings, WideTables) {
  EXPECT_EQ(read_text("clip,x,y\na,1,2\nb,3,\n"), kTable);
  EXPECT_EQ(read_text(",x,y\na,1,2\nb,3,NA\n"), kTable);
  EXPECT_EQ(read_text("x\titem\ty\n1\ta\t2\n3\tb\tnan\n"), kTable);
  EXPECT_EQ(read_text("item,human,judge\na,1,2\n"), "human|judge: a 0=1 1=2");
  EXPECT_EQ(read_text("item,1,2\na,1,2\n"), "1|2: a 0=1 1=2");
  EXPECT_EQ(read_text("item,x,y\na,,\n"), "x|y: a");
  RatingsRequest request;
  request.rater_columns = {"y", "x", "y"};
  EXPECT_EQ(read_text("item,x,y,comment\na,1,2,good\n", request), "y|x: a 0=2 1=1");
  request = {.format = "wide"};
  EXPECT_EQ(read_text("item,rater,value\na,1,2\n", request), "rater|value: a 0=1 1=2");
}

TEST(Ratings, JsonLinesAndLists) {
  EXPECT_EQ(read_text(R"({"item": "a", "rater": "x", "value": 1}
{"value": 2.0, "rater": "y", "item": "a", "note": [1, {}]}

{"item": "b", "rater": "x", "value": "3"}
{"item": "b", "rater": "y", "value": null}
{"item": "b", "rater": "y"})"),
            kTable);
  EXPECT_EQ(read_text(R"( [ {"item": 7, "rater": 1, "value": 1},{"item":"],[\"","rater":2,
   "value": -0.0} ] )"),
            "1|2: 7 0=1; ],[\" 1=0");
  // The value may be missing from the first object, not from all.
  EXPECT_EQ(read_text("{\"item\": \"a\", \"rater\": \"x\"}\n"
                      "{\"item\": \"b\", \"rater\": \"x\", \"grade\": 2}\n"),
            "x: a; b 0=2");
}

TEST(Ratings, MissingValues) {
  for (const char* word : {"", " ", "NA", "NaN", "nan", "null", "None", "\" \""}) {
    EXPECT_EQ(read_text(std::string("item,rater,value\na,x,1\na,y,") + word + "\n"), "x|y: a 0=1")
        << word;
  }
  for (const char* word : {"-", "N/A", "none", "nul", "?"}) {
    EXPECT_NE(read_text(std::string("item,rater,value\na,y,") + word + "\n").find("[FE-IO-06]"),
              std::string::npos)
        << word;
  }
  EXPECT_EQ(read_text("item,rater,value\na,x,\n"), "x: a");
}

TEST(Ratings, Labels) {
  RatingsRequest request;
  request.text_values = true;
  const auto table = parse_ratings(
      "item,rater,value\na,x,rain\na,y,10\nb,x,2\nb,y, 2.0\nc,x,None\nc,y,NA\nd,x,Rain\n", "f",
      request);
  ASSERT_TRUE(table.has_value()) << table.error().to_line();
  EXPECT_EQ(joined_text(table->labels), "2|10|None|Rain|rain");
  EXPECT_EQ(text_of(*table), "x|y: a 0=4 1=1; b 0=0 1=0; c 0=2; d 0=3");
  EXPECT_EQ(read_text(R"([{"item": "a", "rater": "x", "value": true},
{"item": "a", "rater": "y", "value": 2}, {"item": "b", "rater": "y", "value": "2.0"}])",
                      request),
            "x|y: a 0=1 1=0; b 1=0");
}

TEST(Ratings, LabelsInOrder) {
  RatingsRequest request;
  request.label_order = {"poor", "NA", "good"};
  const auto table = parse_ratings("item,x,y\na,good,NA\nb,,poor\n", "f", request);
  ASSERT_TRUE(table.has_value()) << table.error().to_line();
  EXPECT_EQ(joined_text(table->labels), "poor|NA|good");
  EXPECT_EQ(text_of(*table), "x|y: a 0=2 1=1; b 1=0");
  EXPECT_NE(read_text("item,x,y\na,god,NA\n", request).find("did you mean 'good'? [FE-IO-24]"),
            std::string::npos);
}

TEST(Ratings, Domain) {
  RatingsRequest request;
  request.domain = {3.0, 1.0, 2.0, 1.0};
  EXPECT_EQ(read_text(kLong, request), kTable);
  request.domain = {1.0, 2.0};
  EXPECT_EQ(read_text(kLong, request),
            "f.csv:4:5: '3' is outside the scale; the values are 1, 2 [FE-IO-24]");
}

TEST(Ratings, RepeatedRatings) {
  const std::string bytes = "item,rater,value,ts\na,x,1,9\na,y,5,1\na,x,4,7\na,x,,8\na,x,4,3\n";
  RatingsRequest request;
  EXPECT_EQ(read_text(bytes, request),
            "f.csv:4: the unit 'a' is rated twice by 'x' (on lines 2 and 4); remove one of them, "
            "or choose the last or the mean of repeated ratings [FE-IO-23]");
  request.repeat = Repeat::last;
  EXPECT_EQ(read_text(bytes, request, true), "x|y: a 0=4@3 1=5@1");
  request.order = "ts";
  EXPECT_EQ(read_text(bytes, request, true), "x|y: a 0=1@3 1=5@0");
  request.order = "";
  request.repeat = Repeat::mean;
  const auto table = parse_ratings(bytes, "f", request);
  ASSERT_TRUE(table.has_value());
  EXPECT_EQ(text_of(*table), "x|y: a 0=3 1=5");
  EXPECT_EQ(table->repeats, 2U);
  request.domain = {1.0, 4.0, 5.0};
  EXPECT_NE(read_text(bytes, request).find("the mean 3.0 of the ratings of 'a' by 'x' is outside"),
            std::string::npos);
  EXPECT_EQ(read_text("item,rater,value\na,x,1.7e308\na,x,1.7e308\n", {.repeat = Repeat::mean}),
            "x: a 0=1.7e+308");
}

TEST(Ratings, TheFirstRepetitionInTheFileIsNamed) {
  EXPECT_NE(read_text("item,rater,value\na,x,1\nb,x,1\nb,x,1\na,x,1\n").find("lines 3 and 4"),
            std::string::npos);
  EXPECT_NE(read_text("[{\"item\":1,\"rater\":1,\"value\":1},{\"item\":1,\"rater\":1,\"value\":1}]")
                .find("both on line 1"),
            std::string::npos);
}

TEST(Ratings, Order) {
  const std::string bytes = "item,x,y,when\na,1,2,2026-02-01\nb,3,4,2025-12-31\n";
  RatingsRequest request;
  EXPECT_EQ(read_text("item,x,y\na,1,2\nb,,4\n", {}, true), "x|y: a 0=1@0 1=2@1; b 1=4@2");
  request.order = "when";
  EXPECT_EQ(read_text(bytes, request, true), "x|y: a 0=1@1 1=2@1; b 0=3@0 1=4@0");
  EXPECT_EQ(read_text("item,x,when\na,1,10\nb,2,9\nc,3,-1e1\nd,,x\n", request, true),
            "x: a 0=1@2; b 0=2@1; c 0=3@0; d");
  for (const char* faulty : {"item,x,when\na,1,10\nb,2,today\n", "item,x,when\na,1,today\nb,2,10\n",
                             "item,x,when\na,1,\n", "item,x,when\na,1,inf\n"}) {
    EXPECT_NE(read_text(faulty, request).find("[FE-IO-29]"), std::string::npos) << faulty;
  }
}

TEST(Ratings, Strata) {
  RatingsRequest request;
  request.stratum = "kind";
  const auto table = parse_ratings(
      "item,rater,value,kind\na,x,1,rain\nb,x,2,\na,y,3,\nc,y,1,wind\n", "f", request);
  ASSERT_TRUE(table.has_value()) << table.error().to_line();
  EXPECT_EQ(table->strata, (std::vector<std::string>{"rain", "", "wind"}));
  const auto wide = parse_ratings("item,x,kind\na,1,rain\nb,2,wind\n", "f", request);
  ASSERT_TRUE(wide.has_value()) << wide.error().to_line();
  EXPECT_EQ(wide->strata, (std::vector<std::string>{"rain", "wind"}));
  EXPECT_EQ(text_of(*wide), "x: a 0=1; b 0=2");
  EXPECT_EQ(
      read_text("item,rater,value,kind\na,x,1,rain\na,y,2,wind\n", request),
      "f.csv:3:7: the unit 'a' is in stratum 'wind' here and in 'rain' on line 2; give a unit "
      "one stratum [FE-IO-25]");
}

TEST(Ratings, OneRaterIsNoFault) { EXPECT_EQ(read_text("item,x\na,1\n"), "x: a 0=1"); }

TEST(Ratings, RequestsThatContradictThemselves) {
  const auto refuses = [](const RatingsRequest& request) {
    EXPECT_THROW(static_cast<void>(parse_ratings(kLong, "f", request)), std::invalid_argument);
  };
  const double infinity = std::numeric_limits<double>::infinity();
  refuses({.domain = std::vector<double>{}});
  refuses({.domain = std::vector<double>{infinity}});
  refuses({.text_values = true, .domain = std::vector<double>{1.0}});
  refuses({.text_values = true, .repeat = Repeat::mean});
  refuses({.label_order = {"a", "a "}});
  refuses({.label_order = {"2", "2.0"}});
  refuses({.label_order = {""}});
}

TEST(Ratings, Webmushra) {
  EXPECT_EQ(read_text("session_test_id,age,session_uuid,trial_id,rating_stimulus,rating_score,"
                      "rating_time,rating_comment\n"
                      "t,30,u1,rain,reference,100,4000,\nt,30,u1,rain,C1,62,4000,\"a bit, dull\"\n"
                      "t,41,u2,rain,C1,55,900,\n"),
            "u1|u2: rain/reference 0=100; rain/C1 0=62 1=55");
  const std::string lms =
      "session_test_id,name,trial_id,stimuli_rating,stimuli,rating_time\n"
      "t,ann,q1,\" 4 \",C1,10\nt,bob,q1,\" 2 \",C1,11\n";
  EXPECT_NE(read_text(lms).find("does not say who rated"), std::string::npos);
  EXPECT_NE(read_text(lms).find("[FE-IO-28]"), std::string::npos);
  RatingsRequest request;
  request.rater = "name";
  EXPECT_EQ(read_text(lms, request), "ann|bob: q1/C1 0=4 1=2");
  const std::string lss =
      "session_test_id,name,trial_id,stimuli_rating1,stimuli_rating2,rating_time\n"
      "t,ann,q1, 4 , 1 ,10\n";
  EXPECT_NE(read_text(lss, request).find("it holds several scales"), std::string::npos);
  request.value = "stimuli_rating2";
  EXPECT_EQ(read_text(lss, request), "ann: q1 0=1");
  EXPECT_NE(read_text("session_test_id,trial_id,choice_reference,choice_answer\nt,a,b,c\n")
                .find("comparisons are no ratings"),
            std::string::npos);
}

TEST(RatingsFile, PlainAndPacked) {
  const testing::TemporaryFolder folder;
  std::string packed(ZSTD_compressBound(kLong.size()), '\0');
  packed.resize(ZSTD_compress(packed.data(), packed.size(), kLong.data(), kLong.size(), 3));
  const std::string gz = folder / "f.csv.gz";
  gzFile file = gzopen(gz.c_str(), "wb");
  ASSERT_EQ(gzwrite(file, kLong.data(), static_cast<unsigned>(kLong.size())),
            static_cast<int>(kLong.size()));
  gzclose(file);
  for (const std::string& path :
       {folder.write("f.csv", kLong), folder.write("f.zst", packed), gz}) {
    const auto table = load_ratings(path);
    ASSERT_TRUE(table.has_value()) << table.error().to_line();
    EXPECT_EQ(text_of(*table), kTable);
  }
}

TEST(RatingsFile, LongLinesAreForJson) {
  const testing::TemporaryFolder folder;
  std::string list = "[";
  for (int i = 0; i < 40000; ++i) {
    list += (i == 0 ? "" : ",") + ("{\"item\":" + std::to_string(i)) + ",\"rater\":1,\"value\":2}";
  }
  const auto table = load_ratings(folder.write("list.json", list + "]"));
  ASSERT_TRUE(table.has_value()) << table.error().to_line();
  EXPECT_EQ(table->units.size(), 40000U);
  const auto refused = load_ratings(folder.write("one.csv", std::string(2 << 20, 'x')));
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code, "FE-IO-13");
}

TEST(RatingsFile, CannotBeRead) {
  const testing::TemporaryFolder folder;
  for (const std::string& path : {folder / "nosuch.csv", folder.path().string()}) {
    const auto table = load_ratings(path);
    ASSERT_FALSE(table.has_value());
    EXPECT_EQ(table.error().code, "FE-IO-01");
  }
  const auto utf16 = load_ratings(folder.write("u.csv", std::string("\xFF\xFEi\0,\0", 6)));
  ASSERT_FALSE(utf16.has_value());
  EXPECT_EQ(utf16.error().code, "FE-IO-02");
  EXPECT_EQ(utf16.error().advice, "it is UTF-16; save it as UTF-8");
}

}  // namespace
}  // namespace foley::io
