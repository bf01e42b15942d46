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

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
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

// What the search uses; each can be switched off to measure what it brings.
#ifndef PROBE_UP_TO
#define PROBE_UP_TO (CELLS - 8)  // no table where the rest of the game is shorter than a memory access
#endif
#ifndef CUTOFFS_UP_TO
#define CUTOFFS_UP_TO (CELLS - 14)  // probe all children before searching any, up to so many stones
#endif
#ifndef EVENS
#define EVENS 1
#endif

typedef uint64_t word;

// ---------------------------------------------------------------- bits

constexpr word repeat_columns(word column) {
    word all = 0;
    for (int c = 0; c < COLUMNS; c++) all |= column << (c * HEIGHT);
    return all;
}
constexpr word BOTTOM = repeat_columns(1);
constexpr word BOARD = repeat_columns((word(1) << ROWS) - 1);
constexpr word KEY_MASK = (word(1) << KEY_BITS) - 1;
constexpr word even_rows_up_to(int top) {
    word column = 0;
    for (int row = 1; row < top; row += 2) column |= word(1) << row;  // rows 2, 4, ... counted from 1
    return repeat_columns(column);
}
constexpr word EVEN_ROWS = even_rows_up_to(ROWS);

HD int count(word x) {
#ifdef __CUDA_ARCH__
    return __popcll(x);
#else
    return __builtin_popcountll(x);
#endif
}

HD word column_mask(int c) { return ((word(1) << ROWS) - 1) << (c * HEIGHT); }

HD bool four(word s) {
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

// Cells, free or not, where one more stone of `s` makes a line of four. No bit of a column's spare row
// is ever set in `s`, so lines do not wrap; the result is cut to the board by the caller's mask.
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

HD word mirrored(word key) {
    const word column = (word(1) << HEIGHT) - 1;
    word r = 0;
#pragma unroll
    for (int c = 0; c < COLUMNS; c++) {
        int shift = (COLUMNS - 1 - 2 * c) * HEIGHT;
        word part = key & (column << (c * HEIGHT));
        r |= shift >= 0 ? part << (shift >= 0 ? shift : 0) : part >> (shift < 0 ? -shift : 0);
    }
    return r;
}

HD word canonical_key(word own, word mask) {
    word key = own + mask, other = mirrored(key);
    return key < other ? key : other;
}

// The stones of a key: in every column the highest set bit of key + 1 stands just above the top stone.
HD word mask_of_key(word key) {
    word x = key + BOTTOM;
    word below = x >> 1;  // smear each column's highest bit downwards, inside the column
    below &= BOARD;
#pragma unroll
    for (int i = 1; i < ROWS; i++) below |= (below >> 1) & BOARD;
    return below;
}

// ---------------------------------------------------------------- table
//
// Buckets of 32 bytes, one memory transaction each. A mixed key is a permutation of all keys; its high
// bits are the bucket, the rest (the tag) is stored whole, so an entry can only match its own position.
// An entry is written in one store of its own size: readers see the old or the new one, never a mix, and
// both are true. Bounds are stored as bound + 32; no entry is zero, the empty slot.

#ifdef WIDE_ENTRIES  // for tables too small for 32-bit entries: the tag needs KEY_BITS - bucket bits
typedef uint64_t entry;
#define SLOTS 4
#define TAG_LIMIT 52
#else
typedef uint32_t entry;
#define SLOTS 8
#define TAG_LIMIT 20
#endif

struct Table {
    entry *slots;
    int bucket_bits;
};

struct Place {
    entry *bucket;
    entry tag;
};

HD word mixed(word key) {
    key = (key * 0x9E3779B97F4A7C15ull) & KEY_MASK;
    key ^= key >> (KEY_BITS / 2);
    key = (key * 0xD1B54A32D192ED03ull) & KEY_MASK;
    key ^= key >> (KEY_BITS / 2 + 1);
    return (key * 0x8CB92BA72F3D8DD7ull) & KEY_MASK;
}

HD Place place(const Table &table, word key) {
    word h = mixed(key);
    int tag_bits = KEY_BITS - table.bucket_bits;
    Place p;
    p.bucket = table.slots + (h >> tag_bits) * SLOTS;
    p.tag = entry(h & ((word(1) << tag_bits) - 1));
    return p;
}

struct alignas(32) Bucket {
    entry e[SLOTS];
};

HD Bucket load(const entry *bucket) {
    Bucket b;
#ifdef __CUDA_ARCH__
    uint4 *part = reinterpret_cast<uint4 *>(b.e);
    part[0] = __ldcg(reinterpret_cast<const uint4 *>(bucket));
    part[1] = __ldcg(reinterpret_cast<const uint4 *>(bucket) + 1);
#else
    std::memcpy(&b, bucket, sizeof b);
#endif
    return b;
}

// Bounds known for a position, as bound + 32 in two fields of six bits; 0 when nothing is stored.
HD unsigned probe(const Place &p) {
    Bucket b = load(p.bucket);
    unsigned found = 0;
#pragma unroll
    for (int i = 0; i < SLOTS; i++)
        if ((b.e[i] >> 12) == p.tag && b.e[i] != 0) found = unsigned(b.e[i] & 0xFFF);
    return found;
}

HD int lower_of(unsigned bounds) { return int(bounds >> 6) - 32; }
HD int upper_of(unsigned bounds) { return int(bounds & 63) - 32; }

// Results near the root cost most and are few; a bucket keeps slots for them that the many
// results near the leaves cannot take.
HD void store(const Place &p, int lower, int upper, int stones, unsigned random) {
    Bucket b = load(p.bucket);
#ifdef WIDE_ENTRIES
    int first = stones <= 22 ? 0 : 1, slots = stones <= 22 ? 1 : 3;
#else
    int first = stones <= 20 ? 0 : stones <= 25 ? 2 : 4, slots = stones <= 25 ? 2 : 4;
#endif
    int victim = first + int(random % unsigned(slots));
#pragma unroll
    for (int i = SLOTS - 1; i >= 0; i--) {
        if (b.e[i] == 0 && i >= first && i < first + slots) victim = i;
    }
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

// Follow-up, on boards of even height with the first player to move: the second player answers in the same
// column, or, when the first takes a playable even cell, takes another one (there is an even number of
// them). So the first player gets at most its stones, the free odd cells and the even cells playable now;
// the second gets at least the other even cells, if the game lasts. When the first player has no four
// in that, it does not win; when the second then has one, it wins, at the latest when only cells above
// the four's highest missing cell... (the first player chooses what is filled last) are free.
// Returns the best score the first player can hope for, or CELLS when nothing is proven.
HD int follow_up_bound(word first, word mask) {
    word playable = (mask + BOTTOM) & BOARD;
    word later_even = EVEN_ROWS & ~mask & ~playable;
    if (four(BOARD & ~(mask ^ first) & ~later_even)) return CELLS;
    word second = mask ^ first;
    if (!four(second | later_even)) return 0;
    int bound = -1;
#pragma unroll
    for (int top = ROWS - 2; top >= 2; top -= 2) {
        if (!four(second | (later_even & even_rows_up_to(top)))) break;
        bound--;
    }
    return bound;
}

// ---------------------------------------------------------------- search
//
// Tests whether the score of a position is above `alpha`. `walk` searches with an explicit stack; the
// value it ends with is a lower bound when above alpha and an upper bound otherwise (fail-soft).
// A position with an immediate win is never searched: its score is known.
//
// One frame is 32 bits: the moves still to search, best first, three bits each, 7 ends the list
// (bits 0..20 for seven columns), the move being searched (21..23), and the best value so far + 64.

#define FRAMES (CELLS + 1)
static_assert(COLUMNS <= 7, "a frame holds seven moves of three bits");

#define LIST_END 7u
#define LIST_BITS 21

struct Search {
    word own, mask;
    int alpha;
    int stones;
    int depth;
    int value;        // of the position just finished, when `returning`
    bool returning;
    bool known_probe;  // the parent has looked this position up already
};

struct Counts {
    unsigned long long nodes, probes, stores;
};

// Number of searched lines this order of moves should keep low; see tune in build.py.
HD int promise(word own, word mask, word move, word opponent_wins) {
    word mine = own | move;
    word threats = completing(mine) & BOARD & ~(mask | move);
    return count(threats);
}

HD void begin(Search &s, word own, word mask, int alpha) {
    s.own = own;
    s.mask = mask;
    s.alpha = alpha;
    s.stones = count(mask);
    s.depth = 0;
    s.returning = false;
    s.known_probe = false;
}

HD void play(Search &s, word move) {
    s.own ^= s.mask;
    s.mask |= move;
    s.alpha = -s.alpha - 1;
    s.stones++;
}

template <class Stack>
HD void finish(Search &s, Stack &stack, int value) {
    s.value = value;
    s.returning = true;
}

template <class Stack>
HD void expand(Search &s, Stack &stack, const Table &table, Counts &counts) {
    counts.nodes++;
    word opponent = s.own ^ s.mask;
    word free_cells = BOARD & ~s.mask;
    word playable = (s.mask + BOTTOM) & BOARD;
    word opponent_wins = completing(opponent) & free_cells;
    int left = CELLS - s.stones;

    word forced = playable & opponent_wins;
    word moves = playable;
    if (forced) moves = (forced & (forced - 1)) ? 0 : forced;
    moves &= ~(opponent_wins >> 1);
    if (moves == 0) return finish(s, stack, -(left / 2));
    if (left <= 2) return finish(s, stack, 0);

    int worst = -((left - 2) / 2), best_possible = (left - 1) / 2;
    if (s.alpha >= best_possible) return finish(s, stack, best_possible);
    if (s.alpha < worst) return finish(s, stack, worst);

    bool single = (moves & (moves - 1)) == 0;
    unsigned list = 0xFFFFFFFFu;
    int best = worst;

    if (!single) {
        if (EVENS && ROWS % 2 == 0 && s.stones % 2 == 0 && s.alpha >= -(ROWS / 2)) {
            int bound = follow_up_bound(s.own, s.mask);
            if (bound <= s.alpha) return finish(s, stack, bound < worst ? worst : bound);
        }
        if (s.stones <= PROBE_UP_TO && !s.known_probe) {
            counts.probes++;
            unsigned bounds = probe(place(table, canonical_key(s.own, s.mask)));
            if (bounds) {
                if (lower_of(bounds) > s.alpha) return finish(s, stack, lower_of(bounds));
                if (upper_of(bounds) <= s.alpha) return finish(s, stack, upper_of(bounds));
            }
        }
        // Children, sorted by insertion: ranks as (promise, closeness to the centre).
        int ranks[COLUMNS];
        unsigned order[COLUMNS];
        int n = 0;
        bool look = s.stones <= CUTOFFS_UP_TO;
#pragma unroll
        for (int c = 0; c < COLUMNS; c++) {
            int rank = -1;
            word move = moves & column_mask(c);
            if (move) {
                bool keep = true;
                if (EVENS && ROWS % 2 == 0 && s.stones % 2 == 1 && s.alpha < ROWS / 2) {
                    int bound = follow_up_bound(opponent, s.mask | move);
                    if (bound != CELLS && -bound > s.alpha) return finish(s, stack, -bound);
                }
                if (look) {
                    counts.probes++;
                    unsigned bounds = probe(place(table, canonical_key(opponent, s.mask | move)));
                    if (bounds) {
                        if (-upper_of(bounds) > s.alpha) return finish(s, stack, -upper_of(bounds));
                        if (-lower_of(bounds) <= s.alpha) {
                            keep = false;
                            if (-lower_of(bounds) > best) best = -lower_of(bounds);
                        }
                    }
                }
                if (keep) {
                    int centre = c <= COLUMNS / 2 ? c : COLUMNS - 1 - c;
                    rank = promise(s.own, s.mask, move, opponent_wins) * 8 + centre;
                }
            }
            ranks[c] = rank;
            (void)order;
            (void)n;
        }
        // Selection into the list: the best move ends in the lowest bits.
#pragma unroll
        for (int i = 0; i < COLUMNS; i++) {
            int low = 1 << 30, at = -1;
#pragma unroll
            for (int c = 0; c < COLUMNS; c++) {
                if (ranks[c] >= 0 && ranks[c] < low) { low = ranks[c]; at = c; }
            }
            if (at >= 0) {
                list = list << 3 | unsigned(at);
#pragma unroll
                for (int c = 0; c < COLUMNS; c++) if (c == at) ranks[c] = -1;
            }
        }
        if ((list & 7u) == LIST_END) return finish(s, stack, best);
        s.known_probe = look;
    } else {
        unsigned c = 0;
#pragma unroll
        for (int i = 1; i < COLUMNS; i++) if (moves & column_mask(i)) c = i;
        list = list << 3 | c;
        s.known_probe = false;
    }
    unsigned c = list & 7u;
    unsigned rest = (list >> 3) & ((1u << LIST_BITS) - 1);
    stack[s.depth++] = rest | c << LIST_BITS | unsigned(best + 64) << 24 | (single ? 0x80000000u : 0u);
    play(s, (s.mask + BOTTOM) & column_mask(c));
}

// Takes the finished child's value to its parent: cut, next move, or the parent is finished too.
template <class Stack>
HD void retreat(Search &s, Stack &stack, const Table &table, Counts &counts) {
    unsigned frame = stack[--s.depth];
    unsigned c = (frame >> LIST_BITS) & 7u;
    word top = (((s.mask + (word(1) << (c * HEIGHT))) & (column_mask(c) | column_mask(c) << 1)) >> 1);
    s.mask ^= top;
    s.own ^= s.mask;
    s.alpha = -s.alpha - 1;
    s.stones--;
    int best = int((frame >> 24) & 127u) - 64;
    if (-s.value > best) best = -s.value;
    unsigned list = frame & ((1u << LIST_BITS) - 1);
    bool cut = best > s.alpha;
    if (!cut && (list & 7u) != LIST_END) {
        c = list & 7u;
        stack[s.depth++] = (list >> 3) | 7u << (LIST_BITS - 3) | c << LIST_BITS | unsigned(best + 64) << 24;
        play(s, (s.mask + BOTTOM) & column_mask(c));
        s.returning = false;
        s.known_probe = false;
        return;
    }
    s.value = best;
    if (s.stones <= PROBE_UP_TO && !(frame & 0x80000000u)) {
        counts.stores++;
        int left = CELLS - s.stones;
        Place p = place(table, canonical_key(s.own, s.mask));
        if (cut) store(p, best, (left - 1) / 2, s.stones, unsigned(s.mask >> 7) ^ unsigned(counts.nodes));
        else store(p, -((left - 2) / 2), best, s.stones, unsigned(counts.nodes));
    }
}

// ---------------------------------------------------------------- a position's score

// Which test comes next, given proven bounds and a guess.
HD int next_alpha(int lower, int upper, int guess) {
    int alpha = guess;
    if (alpha < lower) alpha = lower;
    if (alpha > upper - 1) alpha = upper - 1;
    return alpha;
}

#ifndef __CUDACC__
#include <chrono>
struct HostStack {
    unsigned f[FRAMES];
    unsigned &operator[](int i) { return f[i]; }
};
static double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}
#ifndef STRATEGY
#define STRATEGY 0
#endif
int solve_host(word own, word mask, const Table &table, Counts &counts) {
    int stones = count(mask), left = CELLS - stones;
    if (completing(own) & (mask + BOTTOM) & BOARD & ~mask) return (left + 1) / 2;
    int lower = -(left / 2), upper = (left - 1) / 2;
    HostStack stack;
    Search s;
    int guess = 0;
    while (lower < upper) {
        int alpha;
        if (STRATEGY == 0) {  // the far ends bisected
            int med = lower + (upper - lower) / 2;
            if (med <= 0 && lower / 2 < med) med = lower / 2;
            else if (med >= 0 && upper / 2 > med) med = upper / 2;
            alpha = med;
            if (alpha >= upper) alpha = upper - 1;
        } else alpha = next_alpha(lower, upper, guess);
        begin(s, own, mask, alpha);
        for (;;) {
            if (s.returning) {
                if (s.depth == 0) break;
                retreat(s, stack, table, counts);
            } else expand(s, stack, table, counts);
        }
        if (s.value > alpha) { if (s.value > lower) lower = s.value; guess = lower; }
        else { if (s.value < upper) upper = s.value; guess = upper - 1; }
    }
    return lower;
}

int main(int argc, char **argv) {
    int bits = argc > 1 ? atoi(argv[1]) : 20;
    bool clear = argc > 2 && atoi(argv[2]);
    Table table;
    table.bucket_bits = bits;
    if (KEY_BITS - bits > TAG_LIMIT) { fprintf(stderr, "table too small for exact tags\n"); return 1; }
    size_t bytes = (size_t(1) << bits) * 32;
    table.slots = (entry *)aligned_alloc(64, bytes);
    memset(table.slots, 0, bytes);
    char line[256];
    int n = 0, wrong = 0;
    Counts counts = {0, 0, 0};
    double t0 = now();
    std::vector<double> each;
    while (fgets(line, sizeof line, stdin)) {
        char moves[128];
        int expected = 99;
        if (sscanf(line, "%127s %d", moves, &expected) < 1) continue;
        word own = 0, mask = 0;
        if (moves[0] == 'k') {
            word key = strtoull(moves + 1, 0, 10);
            mask = mask_of_key(key);
            own = key - mask;
        } else for (char *m = moves; *m; m++) {
            word move = (mask + BOTTOM) & column_mask(*m - '1');
            own ^= mask;
            mask |= move;
        }
        if (clear) memset(table.slots, 0, bytes);
        unsigned long long before = counts.nodes;
        int score = solve_host(own, mask, table, counts);
        if (expected != 99 && score != expected) { wrong++; if (wrong < 5) printf("%s: %d, expected %d\n", moves, score, expected); }
        if (expected == 99) printf("%s %d %llu\n", moves, score, counts.nodes - before);
        n++;
    }
    double t = now() - t0;
    fprintf(stderr, "%d positions, %d wrong, %.1f nodes, %.1f probes, %.1f stores each, %.1f us each, %.2f M nodes/s\n", n, wrong,
            double(counts.nodes) / n, double(counts.probes) / n, double(counts.stores) / n, t / n * 1e6, counts.nodes / t / 1e6);
    return 0;
}
#endif
