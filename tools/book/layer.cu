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
#define UNROLL _Pragma("unroll")
#define ROLL _Pragma("unroll 1")
#else
#define HD inline
#define UNROLL
#define ROLL
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

constexpr HD word in_every_column(word column) {
    word all = 0;
    for (int c = 0; c < COLUMNS; c++) all |= column << (c * HEIGHT);
    return all;
}
constexpr word COLUMN = (word(1) << ROWS) - 1;
constexpr word BOTTOM = in_every_column(1);
constexpr word BOARD = in_every_column(COLUMN);
constexpr word KEY_MASK = (word(1) << KEY_BITS) - 1;

constexpr HD word rows_from(int first) {  // rows counted from 0
    return in_every_column(COLUMN & ~((word(1) << first) - 1));
}
constexpr HD word even_rows_below(int top) {  // the 2nd, 4th, ... row, as people count them
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
    UNROLL
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
    UNROLL
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
    UNROLL
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
    UNROLL
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
    UNROLL
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
    UNROLL
    for (int i = 0; i < SLOTS; i++)
        if (b.e[i] == 0 && i >= first && i < first + slots) victim = i;
    UNROLL
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
    UNROLL
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
    unsigned nodes, probes, stores;
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
    ROLL
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
    UNROLL
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
        s.mask ^= stones & ~(stones >> 1);
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

// ---------------------------------------------------------------- a layer
//
// Every position has two bounds that close in on its score, one test at a time. Walking from 0, each test
// next to what the last one proved, needs as few nodes here as any bisection that was tried.

struct Layer {
    const word *keys;
    int8_t *lower, *upper;
    unsigned positions;
};

HD int next_alpha(int lower, int upper) {
    int alpha = 0;
    if (alpha < lower) alpha = lower;
    if (alpha > upper - 1) alpha = upper - 1;
    return alpha;
}

// Bounds that need no search; they meet when the side to move wins at once or cannot stop a win.
HD void first_bounds(word own, word mask, int &lower, int &upper) {
    int left = CELLS - count(mask);
    word playable = playable_cells(mask);
    if (completing(own) & playable) {
        lower = upper = (left + 1) / 2;
        return;
    }
    word opponent_wins = completing(own ^ mask) & BOARD & ~mask;
    word blocks = playable & opponent_wins, moves = playable;
    if (blocks) moves = (blocks & (blocks - 1)) ? 0 : blocks;
    moves &= ~(opponent_wins >> 1);
    lower = -((left - 2) / 2);
    upper = (left - 1) / 2;
    if (moves == 0) lower = upper = -(left / 2);
    else if (left <= 2) lower = upper = 0;
}

struct Totals {
    unsigned long long nodes, probes, stores;
    unsigned next;  // the place in the queue of the next position to take
};

static double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

#ifdef __CUDACC__

#ifndef BLOCK
#define BLOCK 128
#endif
#ifndef BLOCKS_PER_SM
#define BLOCKS_PER_SM 8
#endif
#define FRAMES_SAVED 40
#define NOBODY 0xFFFFFFFFu

static void check(cudaError_t status, const char *what) {
    if (status == cudaSuccess) return;
    fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(status));
    exit(3);
}

// In shared memory, frame by frame: each thread keeps to its own bank, whatever its depth.
struct SharedStack {
    unsigned *base;
    __device__ __forceinline__ unsigned &operator[](int i) { return base[i * BLOCK]; }
};

// What a thread is doing, kept between two launches so that nothing is searched twice.
struct Worker {
    Search search;
    unsigned position;  // or NOBODY
    bool helping;
};

struct Run {
    Layer layer;
    Table table;
    Totals *totals;
    Worker *workers;
    unsigned *frames;       // the workers' stacks, between launches
    const unsigned *queue;  // positions not yet solved
    unsigned queued;
    unsigned steps;  // a launch ends after so many steps of each thread, or when its time is up
    long long nanoseconds;
    unsigned seed;
};

__device__ __forceinline__ long long nanoseconds() {
    long long t;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(t));
    return t;
}

__device__ unsigned scrambled(unsigned x) {
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    return x ^ x >> 16;
}

// A thread without a position of its own searches a random descendant of one that is still open, with the
// test its owner is at: the owner finds the result in the table.
__device__ bool help(const Run &run, unsigned random, Worker &w) {
    unsigned position = run.queue[random % run.queued];
    int lower = run.layer.lower[position], upper = run.layer.upper[position];
    if (lower >= upper) return false;
    word key = run.layer.keys[position];
    word mask = mask_of_key(key), own = key - mask;
    int alpha = next_alpha(lower, upper);
    int plies = 1 + int(scrambled(random) % 5);
    for (int ply = 0; ply < plies; ply++) {
        first_bounds(own, mask, lower, upper);
        if (lower == upper) return false;
        word opponent_wins = completing(own ^ mask) & BOARD & ~mask;
        word moves = playable_cells(mask);
        if (moves & opponent_wins) moves &= opponent_wins;
        moves &= ~(opponent_wins >> 1);
        random = scrambled(random + 0x9E3779B9u);
        for (int skip = int(random % unsigned(count(moves))); skip > 0; skip--) moves &= moves - 1;
        own ^= mask;
        mask |= moves & (0 - moves);
        alpha = -alpha - 1;
    }
    first_bounds(own, mask, lower, upper);
    if (lower == upper || alpha < lower || alpha >= upper) return false;
    begin(w.search, own, mask, alpha);
    w.position = position;
    w.helping = true;
    return true;
}

// Takes the result of a finished test and finds the thread its next work.
__device__ __noinline__ void next_work(const Run &run, Worker &w, unsigned random) {
    if (w.position != NOBODY && !w.helping) {
        int lower = run.layer.lower[w.position], upper = run.layer.upper[w.position];
        if (w.search.returning) {
            int alpha = w.search.alpha, value = w.search.value;
            if (value > alpha) run.layer.lower[w.position] = lower = value > upper ? upper : value;
            else run.layer.upper[w.position] = upper = value < lower ? lower : value;
        }
        if (lower < upper) {
            word key = run.layer.keys[w.position], mask = mask_of_key(key);
            begin(w.search, key - mask, mask, next_alpha(lower, upper));
            return;
        }
    }
    w.position = NOBODY;
    w.helping = false;
    for (;;) {
        if (*(volatile unsigned *)&run.totals->next >= run.queued) break;
        unsigned i = atomicAdd(&run.totals->next, 1u);
        if (i >= run.queued) break;
        unsigned position = run.queue[i];
        int lower = run.layer.lower[position], upper = run.layer.upper[position];
        if (lower >= upper) continue;
        word key = run.layer.keys[position], mask = mask_of_key(key);
        begin(w.search, key - mask, mask, next_alpha(lower, upper));
        w.position = position;
        return;
    }
    for (int attempt = 0; attempt < 4; attempt++) {
        random = scrambled(random + unsigned(attempt));
        if (help(run, random, w)) return;
    }
}

__global__ void __launch_bounds__(BLOCK, BLOCKS_PER_SM) work(const __grid_constant__ Run run) {
    extern __shared__ unsigned stacks[];
    SharedStack stack = {stacks + threadIdx.x};
    const unsigned me = blockIdx.x * BLOCK + threadIdx.x, all = gridDim.x * BLOCK;
    const long long deadline = nanoseconds() + run.nanoseconds;
    // Apart from `w`, which next_work takes by address, so that the search stays in registers.
    Search s = run.workers[me].search;
    unsigned position = run.workers[me].position;
    bool helping = run.workers[me].helping;
    for (int i = 0; i < s.depth; i++) stack[i] = run.frames[size_t(i) * all + me];
    Counts counts = {0, 0, 0};
    for (unsigned step = 0; step < run.steps; step++) {
        if (step % 256 == 0) {
            if (nanoseconds() > deadline) break;
            if (helping && run.layer.lower[position] >= run.layer.upper[position]) {
                position = NOBODY;  // solved meanwhile
                helping = false;
            }
        }
        if (position == NOBODY || (s.returning && s.depth == 0)) {
            Worker w = {s, position, helping};
            next_work(run, w, scrambled(me * 2654435761u + step + run.seed));
            s = w.search;
            position = w.position;
            helping = w.helping;
        }
        if (position != NOBODY) {
            if (s.returning) retreat(s, stack, run.table, counts);
            if (!s.returning) expand(s, stack, run.table, counts);
        }
    }
    for (int i = 0; i < s.depth; i++) run.frames[size_t(i) * all + me] = stack[i];
    run.workers[me] = {s, position, helping};
    for (int shift = 16; shift > 0; shift /= 2) {
        counts.nodes += __shfl_down_sync(~0u, counts.nodes, shift);
        counts.probes += __shfl_down_sync(~0u, counts.probes, shift);
        counts.stores += __shfl_down_sync(~0u, counts.stores, shift);
    }
    if (threadIdx.x % 32 == 0) {
        atomicAdd(&run.totals->nodes, (unsigned long long)counts.nodes);
        atomicAdd(&run.totals->probes, (unsigned long long)counts.probes);
        atomicAdd(&run.totals->stores, (unsigned long long)counts.stores);
    }
}

#endif

// ---------------------------------------------------------------- files and progress
//
// layer POSITIONS STATE [--bucket-bits N] [--seconds S] [--slice S]
//
// The table has 2^N buckets of 32 bytes; on a GPU it takes what there is, up to 64 GiB, unless N is given.
// POSITIONS holds the keys, 8 bytes each, little-endian. STATE holds the lower bounds of all positions, one
// signed byte each, then the upper bounds; it is read if it exists and rewritten after every slice.
// Exit status: 0 all solved, 2 the time was up (start again to go on), 1 and 3 errors.

static std::vector<char> read_file(const std::string &path) {
    std::vector<char> bytes;
    FILE *f = fopen(path.c_str(), "rb");
    if (!f) return bytes;
    fseek(f, 0, SEEK_END);
    bytes.resize(size_t(ftell(f)));
    fseek(f, 0, SEEK_SET);
    if (!bytes.empty() && fread(bytes.data(), 1, bytes.size(), f) != bytes.size()) bytes.clear();
    fclose(f);
    return bytes;
}

// The old state stays until the new one is complete on disk.
static bool write_state(const std::string &path, const std::vector<int8_t> &lower, const std::vector<int8_t> &upper) {
    std::string fresh = path + ".new";
    FILE *f = fopen(fresh.c_str(), "wb");
    if (!f) return false;
    bool good = fwrite(lower.data(), 1, lower.size(), f) == lower.size();
    good = good && fwrite(upper.data(), 1, upper.size(), f) == upper.size();
    good = fclose(f) == 0 && good;
    return good && rename(fresh.c_str(), path.c_str()) == 0;
}

struct Progress {
    double started, last;
    Totals before;
    size_t open_before, open_at_start;

    void report(const Totals &t, size_t open) {
        double time = now(), span = time - last;
        double solved = double(open_before - open) / span;
        double overall = double(open_at_start - open) / (time - started);
        printf("%7.1f s  %zu open  %.0f M nodes/s  %.0f M probes/s  %.0f M stores/s  %.0f positions/s  about %.0f s left\n",
               time - started, open, double(t.nodes - before.nodes) / span / 1e6,
               double(t.probes - before.probes) / span / 1e6, double(t.stores - before.stores) / span / 1e6, solved,
               overall > 0 ? double(open) / overall : 0.0);
        fflush(stdout);
        last = time;
        before = t;
        open_before = open;
    }
};

int main(int argc, char **argv) {
    std::string positions_path, state_path;
    int bucket_bits = 0;
    double seconds = 1e9, slice = 20;
    for (int i = 1; i < argc; i++) {
        std::string a = argv[i];
        if (a == "--bucket-bits" && i + 1 < argc) bucket_bits = atoi(argv[++i]);
        else if (a == "--seconds" && i + 1 < argc) seconds = atof(argv[++i]);
        else if (a == "--slice" && i + 1 < argc) slice = atof(argv[++i]);
        else if (positions_path.empty()) positions_path = a;
        else if (state_path.empty()) state_path = a;
        else positions_path.clear();
    }
    if (positions_path.empty() || state_path.empty()) {
        fprintf(stderr, "usage: layer POSITIONS STATE [--bucket-bits N] [--seconds S] [--slice S]\n");
        return 1;
    }
    std::vector<char> raw = read_file(positions_path);
    size_t n = raw.size() / sizeof(word);
    if (n == 0 || n * sizeof(word) != raw.size()) {
        fprintf(stderr, "%s: no positions\n", positions_path.c_str());
        return 1;
    }
    std::vector<word> keys(n);
    memcpy(keys.data(), raw.data(), raw.size());
    std::vector<int8_t> lower(n), upper(n);
    std::vector<char> state = read_file(state_path);
    if (!state.empty() && state.size() != 2 * n) {
        fprintf(stderr, "%s: %zu bytes, expected %zu for these positions\n", state_path.c_str(), state.size(), 2 * n);
        return 1;
    }
    if (!state.empty()) {
        memcpy(lower.data(), state.data(), n);
        memcpy(upper.data(), state.data() + n, n);
    } else {
        for (size_t i = 0; i < n; i++) {
            int low, high;
            word mask = mask_of_key(keys[i]);
            first_bounds(keys[i] - mask, mask, low, high);
            lower[i] = int8_t(low);
            upper[i] = int8_t(high);
        }
    }
    std::vector<unsigned> queue;
    int fewest = CELLS;
    for (size_t i = 0; i < n; i++) {
        if (lower[i] >= upper[i]) continue;
        queue.push_back(unsigned(i));
        int stones = count(mask_of_key(keys[i]));
        if (stones < fewest) fewest = stones;
    }
    size_t open = queue.size();
    printf("%zu positions, %zu open\n", n, open);
    fflush(stdout);
#ifdef __CUDACC__
    cudaDeviceProp device;
    check(cudaGetDeviceProperties(&device, 0), "GPU");
    if (bucket_bits == 0) {
        size_t unused, whole;
        check(cudaMemGetInfo(&unused, &whole), "GPU memory");
        for (bucket_bits = 31; bucket_bits >= KEY_BITS || (size_t(32) << bucket_bits) > unused / 10 * 8;) bucket_bits--;
    }
#else
    if (bucket_bits == 0) bucket_bits = 22;
#endif
    if (KEY_BITS - bucket_bits > TAG_BITS_LIMIT || bucket_bits >= KEY_BITS) {
        fprintf(stderr, "%d bucket bits: the table's tags would not be exact for keys of %d bits\n", bucket_bits, KEY_BITS);
        return 1;
    }
    Totals totals = {0, 0, 0, 0};
    double started = now();
    Progress progress = {started, started, totals, open, open};
    size_t bytes = (size_t(1) << bucket_bits) * 32;

#ifdef __CUDACC__
    if (open == 0) return write_state(state_path, lower, upper) ? 0 : 1;
    if (CELLS - fewest + 1 > FRAMES_SAVED) {
        fprintf(stderr, "positions with %d stones need deeper stacks than this build has\n", fewest);
        return 1;
    }
    Run run;
    run.table.bucket_bits = bucket_bits;
    check(cudaMalloc(&run.table.slots, bytes), "table");
    check(cudaMemset(run.table.slots, 0, bytes), "table");
    int frames = CELLS - fewest + 1;
    size_t shared = size_t(frames) * BLOCK * sizeof(unsigned);
    check(cudaFuncSetAttribute(work, cudaFuncAttributeMaxDynamicSharedMemorySize, int(shared)), "shared memory");
    int per_sm = 0;
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, work, BLOCK, shared), "occupancy");
    int blocks = per_sm * device.multiProcessorCount;
    size_t threads = size_t(blocks) * BLOCK;
    printf("%s, %d multiprocessors, %d blocks of %d threads each, table of %.0f GiB\n", device.name,
           device.multiProcessorCount, per_sm, BLOCK, double(bytes) / (1 << 30));
    word *device_keys;
    int8_t *device_bounds;
    unsigned *device_queue;
    check(cudaMalloc(&device_keys, n * sizeof(word)), "positions");
    check(cudaMalloc(&device_bounds, 2 * n), "bounds");
    check(cudaMalloc(&device_queue, queue.size() * sizeof(unsigned)), "queue");
    check(cudaMalloc(&run.totals, sizeof(Totals)), "totals");
    check(cudaMalloc(&run.workers, threads * sizeof(Worker)), "workers");
    check(cudaMalloc(&run.frames, threads * sizeof(unsigned) * size_t(frames)), "stacks");
    check(cudaMemcpy(device_keys, keys.data(), n * sizeof(word), cudaMemcpyHostToDevice), "positions");
    check(cudaMemcpy(device_bounds, lower.data(), n, cudaMemcpyHostToDevice), "bounds");
    check(cudaMemcpy(device_bounds + n, upper.data(), n, cudaMemcpyHostToDevice), "bounds");
    check(cudaMemset(run.totals, 0, sizeof(Totals)), "totals");
    std::vector<Worker> idle(threads);
    memset(idle.data(), 0, threads * sizeof(Worker));
    for (size_t i = 0; i < threads; i++) idle[i].position = NOBODY;
    check(cudaMemcpy(run.workers, idle.data(), threads * sizeof(Worker), cudaMemcpyHostToDevice), "workers");
    run.layer = {device_keys, device_bounds, device_bounds + n, unsigned(n)};
    run.queue = device_queue;
    run.steps = 0x7FFFFFFF;
    run.seed = 1;
    while (open > 0) {
        // The queue holds the positions nobody has taken yet, in their order; once all are taken, those
        // still open, so that threads without one help where help is needed.
        check(cudaMemcpy(device_queue, queue.data(), queue.size() * sizeof(unsigned), cudaMemcpyHostToDevice), "queue");
        run.queued = unsigned(queue.size());
        double left = seconds - (now() - started);
        bool tail = totals.next >= queue.size();
        double span = tail ? slice / 4 : slice;
        if (left < 1) break;
        run.nanoseconds = (long long)((left < span ? left : span) * 1e9);
        run.seed = run.seed * 1664525u + 1013904223u;
        work<<<blocks, BLOCK, shared>>>(run);
        check(cudaGetLastError(), "launch");
        check(cudaDeviceSynchronize(), "search");
        check(cudaMemcpy(&totals, run.totals, sizeof(Totals), cudaMemcpyDeviceToHost), "totals");
        check(cudaMemcpy(lower.data(), device_bounds, n, cudaMemcpyDeviceToHost), "bounds");
        check(cudaMemcpy(upper.data(), device_bounds + n, n, cudaMemcpyDeviceToHost), "bounds");
        if (!write_state(state_path, lower, upper)) {
            fprintf(stderr, "%s could not be written; the search goes on\n", state_path.c_str());
        }
        size_t taken = totals.next < queue.size() ? totals.next : queue.size();
        std::vector<unsigned> rest;
        if (taken < queue.size()) rest.assign(queue.begin() + long(taken), queue.end());
        open = 0;
        for (size_t i = 0; i < n; i++) {
            if (lower[i] >= upper[i]) continue;
            open++;
            if (taken == queue.size()) rest.push_back(unsigned(i));
        }
        if (taken < queue.size()) {
            unsigned zero = 0;
            check(cudaMemcpy(&run.totals->next, &zero, sizeof zero, cudaMemcpyHostToDevice), "queue");
            totals.next = 0;
        } else {
            unsigned end = 0xF0000000u;  // every open position has its owner
            check(cudaMemcpy(&run.totals->next, &end, sizeof end, cudaMemcpyHostToDevice), "queue");
            totals.next = end;
        }
        queue.swap(rest);
        progress.report(totals, open);
    }
#else
    Table table;
    table.bucket_bits = bucket_bits;
    table.slots = (entry *)aligned_alloc(64, bytes);
    if (!table.slots) {
        fprintf(stderr, "no memory for a table of %zu bytes\n", bytes);
        return 1;
    }
    memset(table.slots, 0, bytes);
    unsigned stack[CELLS + 1];
    Search s;
    for (unsigned i : queue) {
        word mask = mask_of_key(keys[i]);
        Counts counts = {0, 0, 0};
        while (lower[i] < upper[i]) {
            int alpha = next_alpha(lower[i], upper[i]);
            begin(s, keys[i] - mask, mask, alpha);
            while (!s.returning || s.depth > 0) {
                if (s.returning) retreat(s, stack, table, counts);
                if (!s.returning) expand(s, stack, table, counts);
            }
            if (s.value > alpha) lower[i] = int8_t(s.value);
            else upper[i] = int8_t(s.value);
        }
        totals.nodes += counts.nodes;
        totals.probes += counts.probes;
        totals.stores += counts.stores;
        open--;
        if (now() - progress.last >= slice || open == 0) {
            if (!write_state(state_path, lower, upper)) fprintf(stderr, "%s could not be written\n", state_path.c_str());
            progress.report(totals, open);
        }
        if (now() - started > seconds) break;
    }
#endif
    if (!write_state(state_path, lower, upper)) {
        fprintf(stderr, "%s could not be written\n", state_path.c_str());
        return 1;
    }
    double time = now() - started;
    printf("%zu open after %.1f s; %.4g nodes, %.4g probes, %.4g stores\n", open, time, double(totals.nodes),
           double(totals.probes), double(totals.stores));
    return open ? 2 : 0;
}
