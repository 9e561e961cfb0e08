// Tests of the arithmetic of cuda.quicksort: pivots, places, the linear rule, the host's part of phase one, and that no
// input makes it quadratic. The conformance tests test the kernels.
#include <farfirst/sort.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

#include "cuda/quicksort/forms.h"
#include "cuda/quicksort/phase_one.h"
#include "cuda/quicksort/tuning.h"
#include "tests/inputs/distributions.h"

namespace farfirst::cuda::quicksort {
namespace {

constexpr std::uint32_t seed = 20261121;

std::uint32_t below(std::mt19937& twister, std::uint32_t limit) {
  return static_cast<std::uint32_t>(twister() % limit);
}

// ---- Forms and pivots

std::vector<float> odd_floats() {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  std::vector<float> numbers = {0.0f, 1.0f, 0x1p-149f, 0x1.8p-148f, 0x1p-126f, 0x1.fffffep127f, infinity, 3.0f, 0.1f};
  for (std::size_t i = 0, count = numbers.size(); i < count; ++i) numbers.push_back(-numbers[i]);
  return numbers;
}

TEST(QuicksortForms, FloatsAreWordsOfTheSameOrderAndBack) {
  for (const float a : odd_floats()) {
    EXPECT_EQ(std::bit_cast<std::uint32_t>(PaperKeys::key(PaperKeys::word(a, 7))), std::bit_cast<std::uint32_t>(a));
    for (const float b : odd_floats()) {
      if (a < b) {
        EXPECT_LT(PaperKeys::word(a, 1), PaperKeys::word(b, 0)) << a << " " << b;
      }
    }
  }
}

TEST(QuicksortPivot, TheMeanLiesInItsRange) {
  for (const float a : odd_floats()) {
    for (const float b : odd_floats()) {
      const PaperKeys::Word smallest = std::min(PaperKeys::word(a, 0), PaperKeys::word(b, 0));
      const PaperKeys::Word largest = std::max(PaperKeys::word(a, 0), PaperKeys::word(b, 0));
      EXPECT_GE(PaperKeys::mean(smallest, largest), smallest) << a << " " << b;
      EXPECT_LE(PaperKeys::mean(smallest, largest), largest) << a << " " << b;
    }
  }
  EXPECT_EQ(PaperKeys::key(PaperKeys::mean(PaperKeys::word(-1.0f, 0), PaperKeys::word(4.0f, 0))), 1.5f);
  EXPECT_EQ(PaperKeys::key(PaperKeys::mean(PaperKeys::word(0x1p127f, 0), PaperKeys::word(0x1.8p127f, 0))), 0x1.4p127f)
      << "the sum of the two overflows";
}

TEST(QuicksortPivot, TheMiddleOfAllWordsDoesNotOverflow) {
  constexpr Argsort::Word ones = ~Argsort::Word{0};
  EXPECT_EQ(middle(Argsort::Word{0}, ones), ones / 2);
  EXPECT_EQ(middle(ones - 1, ones), ones - 1);
  EXPECT_EQ(middle(ones, ones), ones);
  EXPECT_EQ(Argsort::mean(Argsort::word(10, 3), Argsort::word(20, 3)), Argsort::word(15, 3));
}

TEST(QuicksortPivot, MedianOfThree) {
  for (std::uint32_t a = 0; a < 3; ++a) {
    for (std::uint32_t b = 0; b < 3; ++b) {
      for (std::uint32_t c = 0; c < 3; ++c) {
        std::uint32_t sorted[] = {a, b, c};
        std::sort(std::begin(sorted), std::end(sorted));
        EXPECT_EQ(median_of_three(a, b, c), sorted[1]) << a << b << c;
      }
    }
  }
}

TEST(QuicksortPivot, MediansAreOfElementsOfTheSequence) {
  const std::uint32_t words[] = {99, 5, 1, 7, 3, 98};
  EXPECT_EQ(pivot_of<PaperKeys>(words, 1, 5, 1, 7, Pivot::median), 5u);  // of 5, 7 and 3
  EXPECT_EQ(pivot_of<PaperKeys>(words, 2, 3, 1, 1, Pivot::median), 1u);
  EXPECT_EQ(pivot_of<PaperKeys>(words, 1, 5, 1, 7, Pivot::middle), 4u);
}

TEST(QuicksortPivot, APartThatIsMostOfItsParentTakesTheMedian) {
  EXPECT_EQ(pivot_for_part(500, 1000), Pivot::mean);
  EXPECT_EQ(pivot_for_part(875, 1000), Pivot::mean);
  EXPECT_EQ(pivot_for_part(876, 1000), Pivot::median);
  EXPECT_EQ(pivot_for_part(999, 1000), Pivot::median);
}

// ---- The linear rule

TEST(QuicksortTuning, TheRuleGivesTheBestPowerOfTwo) {
  // Table II, 8800GTX, at the 8 M elements of figure 9.
  EXPECT_EQ((LinearRule{0.00001172, 53}(1u << 23)), 128u);
  EXPECT_EQ((LinearRule{0.00003748, 476}(1u << 23)), 1024u);
  EXPECT_EQ((LinearRule{0.00004685, 211}(1u << 23)), 512u);
  EXPECT_EQ((LinearRule{0, 64}(0)), 64u);
  EXPECT_EQ((LinearRule{0, 90}(5)), 64u);   // log2 rounds down
  EXPECT_EQ((LinearRule{0, 91}(5)), 128u);  // and up
}

TEST(QuicksortTuning, TheFittedRulesFitTheKernels) {
  for (const LinearRule rule : {rules.threads, rules.max_sequences, rules.min_size}) {
    EXPECT_GE(rule.k, 0) << "lists are as long as the largest n needs";
    EXPECT_GE(rule(0), 32u);
  }
  EXPECT_GE(rules.threads(0), least_threads);
  EXPECT_LE(rules.threads(max_elements), 1024u);
}

// ---- Places

TEST(QuicksortPlaces, PlacesAreTakenFromBothEnds) {
  OwnRoom room{100, 200};
  const Room first = room.take(10, 20), second = room.take(0, 5), third = room.take(30, 0);
  EXPECT_EQ(first.lower, 100u);
  EXPECT_EQ(first.upper, 180u);
  EXPECT_EQ(second.lower, 110u);
  EXPECT_EQ(second.upper, 175u);
  EXPECT_EQ(third.lower, 110u);
  EXPECT_EQ(third.upper, 175u);
  EXPECT_EQ(room.lower, 140u);
  EXPECT_EQ(room.upper, 175u);
}

TEST(QuicksortPlaces, SectionsShareTheTargetWithoutOverlap) {
  std::mt19937 twister(seed);
  for (int round = 0; round < 100; ++round) {
    SCOPED_TRACE(testing::Message() << "seed " << seed << ", round " << round);
    std::vector<SectionCount<std::uint32_t>> counts(1 + below(twister, 50));
    std::uint32_t elements = below(twister, 20), lower = 0, upper = 0;  // some equal the pivot
    for (auto& count : counts) {
      count = {below(twister, 1000), 2000 + below(twister, 1000), below(twister, 100), below(twister, 100)};
      elements += count.lower + count.upper;
    }
    auto sequence = sequence_of<std::uint32_t>(7, 7 + elements, 0, 5000, Pivot::mean);
    std::vector<OwnRoom> rooms(counts.size());
    share_out<std::uint32_t>(sequence, counts, rooms);
    std::vector<int> taken(elements);
    for (std::size_t i = 0; i < counts.size(); ++i) {
      const Room room = rooms[i].take(counts[i].lower, counts[i].upper);
      for (std::uint32_t k = 0; k < counts[i].lower; ++k) ++taken.at(room.lower + k - 7);
      for (std::uint32_t k = 0; k < counts[i].upper; ++k) ++taken.at(room.upper + k - 7);
      lower += counts[i].lower;
      upper += counts[i].upper;
      EXPECT_GE(sequence.lower_largest, counts[i].lower_largest);
      EXPECT_LE(sequence.upper_smallest, counts[i].upper_smallest);
    }
    EXPECT_EQ(lower_count(sequence), lower);
    EXPECT_EQ(upper_count(sequence), upper);
    for (std::uint32_t i = 0; i < elements; ++i) {
      ASSERT_EQ(taken[i], i < lower || i >= elements - upper ? 1 : 0) << "place " << i;
    }
  }
}

TEST(QuicksortPlaces, PartsOfAPiece) {
  const Piece<std::uint32_t> piece{10, 90, 1000, 1100, Side::second, 3};
  const auto parts = parts_of<std::uint32_t>(piece, 50, 30, 60);
  EXPECT_EQ(parts.shorter.begin, 1000u);
  EXPECT_EQ(parts.shorter.end, 1030u);
  EXPECT_EQ(parts.shorter.smallest, 10u);
  EXPECT_EQ(parts.shorter.largest, 49u);
  EXPECT_EQ(parts.longer.begin, 1040u);
  EXPECT_EQ(parts.longer.end, 1100u);
  EXPECT_EQ(parts.longer.smallest, 51u);
  EXPECT_EQ(parts.longer.largest, 90u);
  EXPECT_EQ(parts.longer.side, Side::first);
  EXPECT_EQ(parts.longer.medians, 2u);
  EXPECT_EQ(length_of(parts_of<std::uint32_t>(piece, 50, 60, 30).shorter), 30u);
  EXPECT_EQ(parts_of<std::uint32_t>({10, 90, 0, 9, Side::input, 0}, 50, 4, 4).shorter.medians, 0u);
  EXPECT_EQ(parts_of<std::uint32_t>({10, 90, 0, 9, Side::input, 0}, 50, 4, 4).shorter.side, Side::first);
}

// ---- The whole algorithm, with a plain loop for a block

Plan small_plan(std::uint32_t n, std::uint32_t max_sequences, std::uint32_t min_size) {
  return {
      .n = n, .threads = 64, .max_sequences = max_sequences, .min_size = min_size, .tile = 512, .tiles = 4, .line = 16};
}

template <class Word>
class Model {
 public:
  Model(std::vector<Word> input, const Plan& plan) : input_(std::move(input)), plan_(plan), phase_one_(plan) {
    for (auto& buffer : buffers_) buffer.resize(input_.size());
    output_.resize(input_.size());
  }

  template <class Form>
  void sort() {
    phase_one_.begin(plan_);
    while (plan_.n > plan_.min_size && phase_one_.goes_on()) round<Form>();
    std::vector<Piece<Word>> pieces(PhaseOne<Word>::most_pieces(plan_));
    pieces.resize(phase_one_.finish(pieces));
    expect_pieces_of_everything(pieces);
    for (const Piece<Word>& piece : pieces) sort_piece<Form>(piece);
  }

  /// Without the guard of phase two.
  void trust_medians() { trusts_medians_ = true; }

  const std::vector<Word>& output() const { return output_; }
  std::uint64_t moved() const { return moved_; }
  unsigned rounds() const { return rounds_; }
  unsigned highest_stack() const { return highest_stack_; }
  std::size_t pieces() const { return pieces_; }
  std::uint32_t longest_piece() const { return longest_piece_; }

 private:
  std::vector<Word>& at(Side side) { return side == Side::input ? input_ : buffers_[static_cast<int>(side)]; }

  /// Returns the numbers of elements that went below and above.
  std::pair<std::uint32_t, std::uint32_t> partition(std::uint32_t begin, std::uint32_t end, Word pivot, Side side) {
    const std::vector<Word>& from = at(side);
    std::vector<Word>& to = at(other(side));
    OwnRoom room{begin, end};
    for (std::uint32_t i = begin; i < end; ++i) {
      const Room place = room.take(from[i]<pivot, from[i]> pivot);
      if (from[i] < pivot) to[place.lower] = from[i];
      if (from[i] > pivot) to[place.upper] = from[i];
    }
    moved_ += end - begin;
    return {room.lower - begin, end - room.upper};
  }

  template <class Form>
  void round() {
    std::vector<Section> sections(PhaseOne<Word>::most_sections(plan_));
    sections.resize(phase_one_.divide(sections));
    std::vector<Sequence<Word>> work(phase_one_.work().begin(), phase_one_.work().end());
    expect_sections_of_everything(sections, work);
    for (Sequence<Word>& sequence : work) {
      const std::vector<Word>& from = at(phase_one_.side());
      const auto [first, last] = std::minmax_element(from.begin() + sequence.begin, from.begin() + sequence.end);
      if (phase_one_.side() == Side::input) {
        sequence.smallest = *first;
        sequence.largest = *last;
      }
      ASSERT_EQ(sequence.smallest, *first) << "the bounds that were passed on are not those of the elements";
      ASSERT_EQ(sequence.largest, *last);
      sequence.pivot =
          pivot_of<Form>(from.data(), sequence.begin, sequence.end, sequence.smallest, sequence.largest, sequence.rule);
      for (std::uint32_t i = sequence.begin; i < sequence.end; ++i) {
        if (from[i] < sequence.pivot) sequence.lower_largest = std::max(sequence.lower_largest, from[i]);
        if (from[i] > sequence.pivot) sequence.upper_smallest = std::min(sequence.upper_smallest, from[i]);
      }
      const auto [lower, upper] = partition(sequence.begin, sequence.end, sequence.pivot, phase_one_.side());
      sequence.taken = std::uint64_t{upper} << 32 | lower;
    }
    phase_one_.take(work);
    ++rounds_;
  }

  void expect_sections_of_everything(const std::vector<Section>& sections, const std::vector<Sequence<Word>>& work) {
    std::size_t next = 0;
    for (std::uint32_t i = 0; i < work.size(); ++i) {
      std::uint32_t place = work[i].begin;
      for (; next < sections.size() && sections[next].sequence == i; ++next) {
        ASSERT_EQ(sections[next].begin, place);
        ASSERT_TRUE(place == work[i].begin || place % plan_.line == 0) << "a section does not begin with a line";
        ASSERT_LE(sections[next].end - place, plan_.tile * plan_.tiles);
        place = sections[next].end;
      }
      ASSERT_EQ(place, work[i].end);
    }
    ASSERT_EQ(next, sections.size());
  }

  void expect_pieces_of_everything(const std::vector<Piece<Word>>& pieces) {
    std::vector<int> held(plan_.n);
    std::uint32_t before = 0xFFFFFFFFu;
    for (const Piece<Word>& piece : pieces) {
      const std::uint32_t length = length_of(piece);
      EXPECT_LE(length, before + before / 4 + 1) << "longer pieces begin first";
      before = length;
      for (std::uint32_t i = piece.begin; i < piece.end; ++i) ++held.at(i);
      if (piece.smallest == piece.largest) continue;
      ++pieces_;
      longest_piece_ = std::max(longest_piece_, length);
    }
    EXPECT_EQ(std::count(held.begin(), held.end(), 1), plan_.n) << "pieces overlap or leave something out";
  }

  /// The sort of pieces, as in sort_pieces.
  template <class Form>
  void sort_piece(Piece<Word> piece) {
    std::vector<Piece<Word>> stack;
    while (true) {
      const auto begin = output_.begin() + piece.begin, end = output_.begin() + piece.end;
      if (piece.smallest == piece.largest) {
        std::fill(begin, end, piece.smallest);
      } else if (length_of(piece) <= plan_.min_size) {
        std::copy_n(at(piece.side).begin() + piece.begin, length_of(piece), begin);
        std::sort(begin, end);
      } else {
        const Word pivot = pivot_of<Form>(at(piece.side).data(), piece.begin, piece.end, piece.smallest, piece.largest,
                                          trusts_medians_ || piece.medians != 0 ? Pivot::median : Pivot::middle);
        const auto [lower, upper] = partition(piece.begin, piece.end, pivot, piece.side);
        std::fill(begin + lower, end - upper, pivot);
        const Parts<Word> parts = parts_of(piece, pivot, lower, upper);
        if (length_of(parts.longer) != 0) stack.push_back(parts.longer);
        highest_stack_ = std::max(highest_stack_, static_cast<unsigned>(stack.size()));
        piece = parts.shorter;
        if (length_of(piece) != 0) continue;
      }
      if (stack.empty()) return;
      piece = stack.back();
      stack.pop_back();
    }
  }

  std::vector<Word> input_, buffers_[2], output_;
  const Plan plan_;
  PhaseOne<Word> phase_one_;
  bool trusts_medians_ = false;
  std::uint64_t moved_ = 0;
  unsigned rounds_ = 0, highest_stack_ = 0;
  std::size_t pieces_ = 0;
  std::uint32_t longest_piece_ = 0;
};

template <class Form>
Model<typename Form::Word> sorted_model(const std::vector<typename Form::Word>& words, const Plan& plan) {
  Model<typename Form::Word> model(words, plan);
  model.template sort<Form>();
  std::vector<typename Form::Word> expected = words;
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(model.output(), expected);
  EXPECT_LE(model.highest_stack(), stack_size);
  EXPECT_LE(model.rounds(), most_rounds);
  return model;
}

std::vector<Argsort::Word> words_of(const std::vector<std::uint32_t>& keys) {
  std::vector<Argsort::Word> words(keys.size());
  for (std::uint32_t i = 0; i < words.size(); ++i) words[i] = Argsort::word(keys[i], i);
  return words;
}
std::vector<PaperKeys::Word> floats_of(const std::vector<std::uint32_t>& keys) {
  std::vector<PaperKeys::Word> words(keys.size());
  for (std::uint32_t i = 0; i < words.size(); ++i) words[i] = PaperKeys::word(static_cast<float>(keys[i]), i);
  return words;
}

TEST(QuicksortModel, EveryDistributionIsBalanced) {
  constexpr std::uint32_t n = 100003;
  const Plan plan = small_plan(n, 64, 256);
  for (const inputs::Distribution distribution : inputs::distributions()) {
    SCOPED_TRACE(testing::Message() << inputs::name_of(distribution) << ", seed " << seed);
    const std::vector<std::uint32_t> keys = inputs::make_keys(distribution, n, seed);
    const auto of_words = sorted_model<Argsort>(words_of(keys), plan);
    EXPECT_GE(of_words.pieces(), plan.max_sequences / 2) << "phase one has left too little work for the blocks";
    // Means of minimum and maximum halve ranges, not elements: clustered keys leave longer pieces (measured: 6.5 times
    // the mean).
    const bool piles_up =
        distribution == inputs::Distribution::entropy || distribution == inputs::Distribution::infinities;
    EXPECT_LE(of_words.longest_piece(), (piles_up ? 8 : 4) * n / plan.max_sequences);
    EXPECT_LE(of_words.moved(), std::uint64_t{n} * 24);
    EXPECT_LE(sorted_model<PaperKeys>(floats_of(keys), plan).moved(), std::uint64_t{n} * 24);
  }
}

TEST(QuicksortModel, EverySmallPlan) {
  for (const std::uint32_t n : {1u, 2u, 3u, 255u, 256u, 257u, 1000u, 5000u}) {
    const std::vector<std::uint32_t> keys = inputs::make_keys(inputs::Distribution::few_unique, n, seed);
    for (const std::uint32_t max_sequences : {1u, 2u, 3u, 1000u}) {
      for (const std::uint32_t min_size : {1u, 2u, 100u, 6000u}) {
        SCOPED_TRACE(testing::Message() << "n " << n << ", " << max_sequences << ", " << min_size << ", seed " << seed);
        sorted_model<Argsort>(words_of(keys), small_plan(n, max_sequences, min_size));
        sorted_model<PaperKeys>(floats_of(keys), small_plan(n, max_sequences, min_size));
      }
    }
  }
}

TEST(QuicksortModel, AConstantInputIsReadOnce) {
  const Plan plan = small_plan(50000, 64, 256);
  const auto model = sorted_model<PaperKeys>(std::vector<PaperKeys::Word>(50000, PaperKeys::word(0.3f, 0)), plan);
  EXPECT_EQ(model.moved(), 50000u);
  EXPECT_EQ(model.rounds(), 1u);
  EXPECT_EQ(model.pieces(), 0u) << "all is written without being read";
}

TEST(QuicksortModel, OutliersDoNotDegradeTheMean) {
  // Each mean would split off one number: as many rounds as there are powers of two, each over all elements.
  std::vector<PaperKeys::Word> words(60000);
  std::mt19937 twister(seed);
  for (auto& word : words) word = PaperKeys::word(static_cast<float>(twister() >> 8) * 0x1p-100f, 0);
  for (std::uint32_t i = 0; i < 200; ++i)
    words[i * 300] = PaperKeys::word(std::ldexp(1.0f, static_cast<int>(i) - 75), 0);
  const Plan plan = small_plan(60000, 64, 256);
  const auto model = sorted_model<PaperKeys>(words, plan);
  EXPECT_LE(model.rounds(), 20u) << "seed " << seed;
  EXPECT_GE(model.pieces(), 32u);
}

/// Keys for which quicksorts with the median of three as a pivot are quadratic: McIlroy, A killer adversary for
/// quicksort, 1999. Runs one on elements whose keys are not settled until a comparison needs them.
std::vector<std::uint32_t> killer_of_median_of_three(std::uint32_t n) {
  const std::uint32_t open = n;  // larger than all settled keys
  std::vector<std::uint32_t> keys(n, open), sequence(n);
  std::iota(sequence.begin(), sequence.end(), 0u);
  std::uint32_t settled = 0, candidate = 0;
  const auto less = [&](std::uint32_t a, std::uint32_t b) {
    if (keys[a] == open && keys[b] == open && a != b) keys[a == candidate ? a : b] = settled++;
    if (keys[a] == open)
      candidate = a;
    else if (keys[b] == open)
      candidate = b;
    return keys[a] < keys[b];
  };
  for (std::uint32_t begin = 0, end = n; end - begin > 2;) {
    const std::uint32_t a = sequence[begin], b = sequence[begin + (end - begin) / 2], c = sequence[end - 1];
    const std::uint32_t low = less(a, b) ? a : b, high = low == a ? b : a;
    const std::uint32_t pivot = less(c, low) ? low : less(c, high) ? c : high;
    const std::vector<std::uint32_t> from(sequence.begin() + begin, sequence.begin() + end);
    OwnRoom room{begin, end};
    for (const std::uint32_t element : from) {
      if (element == pivot) continue;
      const bool below = less(element, pivot);
      const Room place = room.take(below, !below);
      sequence[below ? place.lower : place.upper] = element;
    }
    const bool upper_is_longer = end - room.upper > room.lower - begin;
    begin = upper_is_longer ? room.upper : begin;
    end = upper_is_longer ? end : room.lower;
  }
  for (std::uint32_t& key : keys) {
    if (key == open) key = settled++;
  }
  return keys;
}

TEST(QuicksortModel, NoInputIsQuadratic) {
  constexpr std::uint32_t n = 20000;
  const std::vector<std::uint32_t> keys = killer_of_median_of_three(n);
  const Plan plan = small_plan(n, 1, 16);  // phase two alone
  Model<Argsort::Word> unguarded(words_of(keys), plan);
  unguarded.trust_medians();
  unguarded.sort<Argsort>();
  EXPECT_GT(unguarded.moved(), std::uint64_t{n} * n / 8) << "the input does not need the guard";
  EXPECT_LT(sorted_model<Argsort>(words_of(keys), plan).moved(), std::uint64_t{n} * (medians_for(n) + 64));
}

}  // namespace
}  // namespace farfirst::cuda::quicksort
