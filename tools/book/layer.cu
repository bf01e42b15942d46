// Exact scores of a whole layer of gravity-four positions: one null-window search per thread, all
// threads sharing one exact table.
//
// The same source builds twice: with nvcc for a GPU (`-arch=sm_90`), and with a C++ compiler
// (`g++ -x c++`) for one CPU thread, so that the search is tested where there is no GPU. The driver
// beside it (build.py) writes the positions, starts this program and reads the scores.
//
// Bit layout, for 7 columns of 6 rows; bit `row + column * (rows + 1)`, the top bit of a column stays 0:
//
//      6 13 20 27 34 41 48
//      5 12 19 26 33 40 47
//      4 11 18 25 32 39 46
//      3 10 17 24 31 38 45
//      2  9 16 23 30 37 44
//      1  8 15 22 29 36 43
//      0  7 14 21 28 35 42
//
// A position is (own, mask): the stones of the side to move, and all stones. Its key is own + mask:
// in each column that is a number below 2^(rows + 1), different for every filling of the column.

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#ifndef COLUMNS
#define COLUMNS 7
#endif
#ifndef ROWS
#define ROWS 6
#endif

#ifdef __CUDACC__
#define HD __host__ __device__ __forceinline__
#else
#define HD inline
#endif

#define HEIGHT (ROWS + 1)
#define CELLS (COLUMNS * ROWS)
#define KEY_BITS (COLUMNS * HEIGHT)
static_assert(KEY_BITS <= 60, "a key, its bounds and its tag share one word");

// From so many stones on a position is not worth a memory access; tuned by counting nodes and accesses.
#ifndef PROBE_UP_TO
#define PROBE_UP_TO (CELLS - 8)
#endif
// Up to so many stones all children are looked up before any is searched (enhanced cut-offs).
#ifndef CUTOFFS_UP_TO
#define CUTOFFS_UP_TO (CELLS - 20)
#endif

typedef uint64_t word;

// ---------------------------------------------------------------- bits

constexpr word in_every_column(word column) {
    word all = 0;
    for (int c = 0; c < COLUMNS; c++) all |= column << (c * HEIGHT);
    return all;
}
constexpr word COLUMN = (word(1) << ROWS) - 1;
constexpr word BOTTOM = in_every_column(1);
constexpr word BOARD = in_every_column(COLUMN);
constexpr word KEY_MASK = (word(1) << KEY_BITS) - 1;

constexpr word rows_from(int first) {  // rows counted from 0
    return in_every_column(COLUMN & ~((word(1) << first) - 1));
}
constexpr word even_rows_below(int top) {  // the 2nd, 4th, ... row, as people count them
    word column = 0;
    for (int row = 1; row < top; row += 2) column |= word(1) << row;
    return in_every_column(column);
}
constexpr word EVEN_ROWS = even_rows_below(ROWS);

HD int count(word x) {
#ifdef __CUDA_ARCH__
    return __popcll(x);
#else
    return __builtin_popcountll(x);
#endif
}

HD int lowest_bit(word x) {
#ifdef __CUDA_ARCH__
    return __ffsll((long long)x) - 1;
#else
    return __builtin_ctzll(x);
#endif
}

HD word column_cells(int c) { return COLUMN << (c * HEIGHT); }
HD word playable_cells(word mask) { return (mask + BOTTOM) & BOARD; }

HD bool has_four(word s) {
    word m = s & (s >> 1);
    word found = m & (m >> 2);
    m = s & (s >> HEIGHT);
    found |= m & (m >> (2 * HEIGHT));
    m = s & (s >> (HEIGHT - 1));
    found |= m & (m >> (2 * (HEIGHT - 1)));
    m = s & (s >> (HEIGHT + 1));
    found |= m & (m >> (2 * (HEIGHT + 1)));
    return found != 0;
}

// Cells, free or not, where one more stone beside those of `s` makes a line of four. The spare row is
// empty in `s`, so no line wraps; the caller cuts the result to the cells it asks about.
HD word completing(word s) {
    word r = (s << 1) & (s << 2) & (s << 3);
#pragma unroll
    for (int d = HEIGHT - 1; d <= HEIGHT + 1; d++) {
        word up = (s << d) & (s << (2 * d));
        word down = (s >> d) & (s >> (2 * d));
        r |= up & ((s << (3 * d)) | (s >> d));
        r |= down & ((s >> (3 * d)) | (s << d));
    }
    return r;
}

// Lines of four with exactly two stones of `s` and none of the opponent.
HD int half_lines(word s, word opponent) {
    word open = BOARD & ~opponent;
    int lines = 0;
#pragma unroll
    for (int i = 0; i < 4; i++) {
        const int d = i == 0 ? 1 : HEIGHT - 2 + i;
        word line = open & (open >> d);
        line &= line >> (2 * d);
        word one = s ^ (s >> d), two = s & (s >> d);  // stones among two neighbours, in binary
        word one_more = one >> (2 * d), two_more = two >> (2 * d);
        lines += count(line & ~(one ^ one_more) & (two ^ two_more ^ (one & one_more)));
    }
    return lines;
}

// The cells above those of `s`, in the same columns.
HD word above(word s) {
    word y = (s << 1) & BOARD;
    y |= (y << 1) & rows_from(1);
    y |= (y << 2) & rows_from(2);
    y |= (y << 4) & rows_from(4);
    return y;
}
static_assert(ROWS <= 9, "`above` fills up to eight cells");

HD word mirrored(word key) {
    const word whole = (word(1) << HEIGHT) - 1;
    word r = 0;
#pragma unroll
    for (int c = 0; c < COLUMNS; c++) {
        const int shift = (COLUMNS - 1 - 2 * c) * HEIGHT;
        word part = key & (whole << (c * HEIGHT));
        r |= shift >= 0 ? part << (shift >= 0 ? shift : 0) : part >> (shift < 0 ? -shift : 0);
    }
    return r;
}

HD word canonical_key(word own, word mask) {
    word key = own + mask, other = mirrored(key);
    return key < other ? key : other;
}

// All stones of a key: in every column the highest set bit of key + bottom stands just above the top stone.
HD word mask_of_key(word key) {
    word below = ((key + BOTTOM) >> 1) & BOARD;
#pragma unroll
    for (int i = 1; i < ROWS; i++) below |= (below >> 1) & BOARD;
    return below;
}

// ---------------------------------------------------------------- table
//
// Buckets of 32 bytes, one memory transaction each. The mixed key is a permutation of all keys; its high
// bits name the bucket, all others (the tag) are stored, so an entry can only match its own position.
// An entry is written by one store of its own size: a reader sees the old or the new one, never a mix, and
// both are true. Bounds are stored as bound + 32; no entry is zero, which marks an empty slot.

#ifdef WIDE_ENTRIES  // for small tables, whose tags do not fit into 32-bit entries
typedef uint64_t entry;
#define SLOTS 4
#define TAG_BITS_LIMIT 52
#else
typedef uint32_t entry;
#define SLOTS 8
#define TAG_BITS_LIMIT 20
#endif

struct Table {
    entry *slots;
    int bucket_bits;
};

struct Place {
    entry *bucket;
    entry tag;
};

struct alignas(32) Bucket {
    entry e[SLOTS];
};

HD word mixed(word key) {
    key = (key * 0x9E3779B97F4A7C15ull) & KEY_MASK;
    key ^= key >> (KEY_BITS / 2);
    key = (key * 0xD1B54A32D192ED03ull) & KEY_MASK;
    key ^= key >> (KEY_BITS / 2 + 1);
    return (key * 0x8CB92BA72F3D8DD7ull) & KEY_MASK;
}

HD Place place_of(const Table &table, word key) {
    word h = mixed(key);
    int tag_bits = KEY_BITS - table.bucket_bits;
    Place p;
    p.bucket = table.slots + (h >> tag_bits) * SLOTS;
    p.tag = entry(h & ((word(1) << tag_bits) - 1));
    return p;
}

HD Bucket load(const entry *bucket) {
    Bucket b;
#ifdef __CUDA_ARCH__
    uint4 *half = reinterpret_cast<uint4 *>(b.e);
    half[0] = __ldcg(reinterpret_cast<const uint4 *>(bucket));
    half[1] = __ldcg(reinterpret_cast<const uint4 *>(bucket) + 1);
#else
    std::memcpy(&b, bucket, sizeof b);
#endif
    return b;
}

HD int lower_of(unsigned bounds) { return int(bounds >> 6) - 32; }
HD int upper_of(unsigned bounds) { return int(bounds & 63) - 32; }

// The bounds stored for a position, or 0.
HD unsigned probe(const Place &p) {
    Bucket b = load(p.bucket);
    unsigned found = 0;
#pragma unroll
    for (int i = 0; i < SLOTS; i++)
        if ((b.e[i] >> 12) == p.tag && b.e[i] != 0) found = unsigned(b.e[i] & 0xFFF);
    return found;
}

// Results near the root cost most and are few: a bucket keeps slots for them that the many results
// near the leaves cannot take.
HD void store(const Place &p, int lower, int upper, int stones, unsigned random) {
    Bucket b = load(p.bucket);
    int first, slots;
    if (SLOTS == 4) {
        first = stones <= CELLS - 20 ? 0 : 1;
        slots = stones <= CELLS - 20 ? 1 : 3;
    } else {
        first = stones <= CELLS - 22 ? 0 : stones <= CELLS - 17 ? 2 : 4;
        slots = stones <= CELLS - 17 ? 2 : 4;
    }
    int victim = first + int(random % unsigned(slots));
#pragma unroll
    for (int i = 0; i < SLOTS; i++)
        if (b.e[i] == 0 && i >= first && i < first + slots) victim = i;
#pragma unroll
    for (int i = 0; i < SLOTS; i++) {
        if ((b.e[i] >> 12) == p.tag && b.e[i] != 0) {
            victim = i;
            unsigned old = unsigned(b.e[i] & 0xFFF);
            if (lower_of(old) > lower) lower = lower_of(old);
            if (upper_of(old) < upper) upper = upper_of(old);
        }
    }
    p.bucket[victim] = (p.tag << 12) | entry((lower + 32) << 6 | (upper + 32));
}

// ---------------------------------------------------------------- bounds without search
//
// Both hold on boards of even height, and both rest on follow-up: answering in the column just played
// in. A column is odd when it holds an odd number of stones; then its playable cell is in an even row.

// The first player to move: an even number of columns is odd. The second player answers in the same
// column, or, when the first takes the playable cell of an odd column, takes that of another. So the
// second player gets every free even cell that is not playable now, and the first at most all other free
// cells; and none above an even cell where the second player, on getting it, has four. If the first has
// no four in that, it does not win. If the second then has one, it wins: at the latest when all
// but the cells above the missing cell are filled, that cell being the first player's choice.
// Returns a bound on the first player's score, or CELLS when nothing is proven.
HD int follow_up_bound(word first, word mask) {
    word second = mask ^ first;
    word later_even = EVEN_ROWS & ~mask & ~playable_cells(mask);
    word unreached = above(completing(second) & later_even);
    if (has_four(BOARD & ~second & ~later_even & ~(unreached & ~mask))) return CELLS;
    if (!has_four(second | later_even)) return 0;
    int bound = -1;
#pragma unroll
    for (int top = ROWS - 2; top >= 2; top -= 2) {
        if (!has_four(second | (later_even & even_rows_below(top)))) break;
        bound--;
    }
    return bound;
}

// The second player to move: an odd number of columns is odd. One of them, c, has an odd cell X, not
// playable yet, that completes a four of the first player. The first player answers in the same column, or
// with another odd column but c. Outside c it gets the even cells not playable now, in c the odd
// ones up to X: the second player is the one who has to play below X when all else is filled. It fails
// only if the second player gets a four first, from all other free cells outside c and the even
// ones below X; but from none above an even cell where the first player has four.
// Returns a score that the first player is sure of, or 0 when nothing is proven.
HD int odd_threat_bound(word first, word mask) {
    word second = mask ^ first;
    word playable = playable_cells(mask);
    word later = BOARD & ~mask & ~playable;
    word wins = completing(first) & later;
    word threats = wins & ~EVEN_ROWS & above(playable & EVEN_ROWS);
    if (threats == 0) return 0;
    word unreached = above(wins & EVEN_ROWS);
    word others = BOARD & ~mask & ~unreached & (~EVEN_ROWS | playable);
    int best = 0;
    while (threats) {
        word x = threats & (0 - threats);
        int at = lowest_bit(x);
        int c = at / HEIGHT, row = at % HEIGHT + 1;
        word column = column_cells(c);
        threats &= ~column;  // only the lowest X of a column counts
        word given = second | (others & ~column) | ((x - 1) & column & ~mask & EVEN_ROWS);
        if (!has_four(given)) {
            int score = (2 + ROWS - row) / 2;
            if (score > best) best = score;
        }
    }
    return best;
}

// ---------------------------------------------------------------- search
//
// Tests whether the score of a position is above `alpha`. The value a search ends with is a lower bound
// when above alpha and an upper bound otherwise (fail-soft). A position with an immediate win is never
// searched: its score is known.
//
// The stack has one frame of 32 bits a ply: the moves still to search, best first, three bits each, ended
// by 7 (bits 0..20), the move being searched (21..23), the best value so far + 64 (24..30), and
// whether the move was forced (31); nothing else changes on the way that cannot be undone.

static_assert(COLUMNS <= 7, "a frame holds seven moves of three bits, and 7 ends the list");
#define LIST_BITS 21
#define LIST_END 7u
#define FORCED 0x80000000u

struct Search {
    word own, mask;
    int alpha;
    int stones;
    int depth;
    int value;  // of the position just finished, when `returning`
    bool returning;
    bool looked_up;  // the parent has probed this position already
};

struct Counts {
    unsigned long long nodes, probes, stores;
};

HD void begin(Search &s, word own, word mask, int alpha) {
    s.own = own;
    s.mask = mask;
    s.alpha = alpha;
    s.stones = count(mask);
    s.depth = 0;
    s.value = 0;
    s.returning = false;
    s.looked_up = false;
}

HD void play(Search &s, int c) {
    s.own ^= s.mask;
    s.mask |= (s.mask + BOTTOM) & column_cells(c);
    s.alpha = -s.alpha - 1;
    s.stones++;
}

HD void finish(Search &s, int value) {
    s.value = value;
    s.returning = true;
}

HD unsigned frame_of(unsigned list, unsigned c, int best) {
    return list | c << LIST_BITS | unsigned(best + 64) << (LIST_BITS + 3);
}

// The moves that do not lose at once; and plays on as long as there is only one. When it returns
// with s.returning false, `moves` holds two or more.
template <class Stack>
HD word forced_line(Search &s, Stack &stack, Counts &counts) {
    for (;;) {
        counts.nodes++;
        word free_cells = BOARD & ~s.mask;
        word opponent_wins = completing(s.own ^ s.mask) & free_cells;
        word moves = playable_cells(s.mask);
        word blocks = moves & opponent_wins;
        if (blocks) moves = (blocks & (blocks - 1)) ? 0 : blocks;
        moves &= ~(opponent_wins >> 1);
        int left = CELLS - s.stones;
        if (moves == 0) return finish(s, -(left / 2)), moves;
        if (left <= 2) return finish(s, 0), moves;
        int worst = -((left - 2) / 2), highest = (left - 1) / 2;
        if (s.alpha >= highest) return finish(s, highest), moves;
        if (s.alpha < worst) return finish(s, worst), moves;
        if (moves & (moves - 1)) return moves;
        unsigned c = unsigned(lowest_bit(moves)) / HEIGHT;
        stack[s.depth++] = frame_of((1u << LIST_BITS) - 1, c, worst) | FORCED;
        play(s, c);
        s.looked_up = false;
    }
}

// One node: its value without search, or its moves in order on the stack and the first of them played.
template <class Stack>
HD void expand(Search &s, Stack &stack, const Table &table, Counts &counts) {
    const bool even_height = ROWS % 2 == 0;
    word moves = forced_line(s, stack, counts);
    if (s.returning) return;
    word opponent = s.own ^ s.mask;
    bool first_to_move = s.stones % 2 == 0;
    int worst = -((CELLS - s.stones - 2) / 2);

    if (even_height) {
        if (first_to_move && s.alpha >= -(ROWS / 2)) {
            int bound = follow_up_bound(s.own, s.mask);
            if (bound <= s.alpha) return finish(s, bound < worst ? worst : bound);
        }
        if (!first_to_move && s.alpha >= -(ROWS - 1) / 2) {
            int bound = -odd_threat_bound(opponent, s.mask);
            if (bound < 0 && bound <= s.alpha) return finish(s, bound < worst ? worst : bound);
        }
    }
    if (s.stones <= PROBE_UP_TO && !s.looked_up) {
        counts.probes++;
        unsigned bounds = probe(place_of(table, canonical_key(s.own, s.mask)));
        if (bounds) {
            if (lower_of(bounds) > s.alpha) return finish(s, lower_of(bounds));
            if (upper_of(bounds) <= s.alpha) return finish(s, upper_of(bounds));
        }
    }

    // Children from the edges to the centre, inserted into a sorted list: nine bits each, rank and column.
    bool look_ahead = s.stones <= CUTOFFS_UP_TO;
    word list = 0;
    int listed = 0, best = worst;
#pragma unroll 1
    for (int i = 0; i < COLUMNS; i++) {
        int c = i % 2 ? COLUMNS - 1 - i / 2 : i / 2;
        word move = moves & column_cells(c);
        if (move == 0) continue;
        word mask = s.mask | move, own = s.own | move;
        if (even_height) {
            int bound = CELLS;
            if (first_to_move) {
                if (s.alpha < (ROWS - 1) / 2) bound = -odd_threat_bound(own, mask);
                if (bound == 0) bound = CELLS;
            } else {
                if (s.alpha < ROWS / 2) bound = follow_up_bound(opponent, mask);
            }
            if (-bound > s.alpha) return finish(s, -bound);
        }
        if (look_ahead) {
            counts.probes++;
            unsigned bounds = probe(place_of(table, canonical_key(opponent, mask)));
            if (bounds) {
                if (-upper_of(bounds) > s.alpha) return finish(s, -upper_of(bounds));
                if (-lower_of(bounds) <= s.alpha) {
                    if (-lower_of(bounds) > best) best = -lower_of(bounds);
                    continue;
                }
            }
        }
        int centre = c <= COLUMNS / 2 ? c : COLUMNS - 1 - c;
        int rank = 8 * count(completing(own) & BOARD & ~mask) + half_lines(own, opponent) + centre;
        if (rank > 63) rank = 63;
        int at = 0;
        while (at < listed && int(list >> (9 * at + 3) & 63) > rank) at++;
        word low = list & ((word(1) << (9 * at)) - 1);
        list = low | word(rank << 3 | c) << (9 * at) | (list ^ low) << 9;
        listed++;
    }
    if (listed == 0) return finish(s, best);
    unsigned c = unsigned(list & 7), rest = 0;
#pragma unroll
    for (int i = 1; i < 8; i++)
        rest |= (i < listed ? unsigned(list >> (i < 7 ? 9 * i : 0)) & 7u : LIST_END) << (3 * (i - 1));
    stack[s.depth++] = frame_of(rest, c, best);
    play(s, c);
    s.looked_up = look_ahead;
}

// Takes a finished child's value to its parent: a cut, its next move, or the parent is finished too.
// Forced parents are passed at once.
template <class Stack>
HD void retreat(Search &s, Stack &stack, const Table &table, Counts &counts) {
    unsigned frame;
    do {
        frame = stack[--s.depth];
        word column = column_cells((frame >> LIST_BITS) & 7u);
        word stones = s.mask & column;
        s.mask &= ~column | (stones & (stones >> 1 | (stones >> 1 & 0)));
        s.own ^= s.mask;
        s.alpha = -s.alpha - 1;
        s.stones--;
        s.value = -s.value;
    } while ((frame & FORCED) && s.depth > 0);
    if (frame & FORCED) return;

    int best = int(frame >> (LIST_BITS + 3) & 127u) - 64;
    if (s.value > best) best = s.value;
    unsigned list = frame & ((1u << LIST_BITS) - 1);
    unsigned c = list & 7u;
    if (best <= s.alpha && c != LIST_END) {
        stack[s.depth++] = frame_of(list >> 3 | LIST_END << (LIST_BITS - 3), c, best);
        play(s, c);
        s.returning = false;
        s.looked_up = false;
        return;
    }
    s.value = best;
    if (s.stones <= PROBE_UP_TO) {
        counts.stores++;
        int left = CELLS - s.stones;
        bool cut = best > s.alpha;
        store(place_of(table, canonical_key(s.own, s.mask)), cut ? best : -((left - 2) / 2),
              cut ? (left - 1) / 2 : best, s.stones, unsigned(counts.nodes));
    }
}
