/* The smallest gravity-four strategy: wins at once if it can, else blocks, else plays near the middle.

       cc -O2 -shared -fPIC -o strategy.so strategy.c
       plyground check-bot so:./strategy.so

   Rows x count from the top, columns y from the left. board[x * N + y] is 0 for free or blocked cells, 1 for the
   opponent's stones and 2 for ours; top[y] - 1 is the row where the next stone of column y comes to lie. */
#include <stdlib.h>

struct Point {
    int x, y;
};

static int four(int M, int N, const int *board, int side, int x, int y) {
    static const int ways[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    for (int way = 0; way < 4; way++) {
        int run = 1;
        for (int sign = -1; sign <= 1; sign += 2) {
            int i = x + sign * ways[way][0], j = y + sign * ways[way][1];
            while (i >= 0 && i < M && j >= 0 && j < N && board[i * N + j] == side) {
                run++;
                i += sign * ways[way][0];
                j += sign * ways[way][1];
            }
        }
        if (run >= 4)
            return 1;
    }
    return 0;
}

struct Point *getPoint(int M, int N, const int *top, const int *board, int lastX, int lastY, int noX, int noY) {
    struct Point *point = malloc(sizeof *point);
    int best = -1, best_value = -1;
    (void)lastX, (void)lastY, (void)noX, (void)noY;
    for (int y = 0; y < N; y++) {
        if (top[y] == 0)
            continue;
        int value = N - abs(2 * y - (N - 1));
        if (four(M, N, board, 2, top[y] - 1, y))
            value += 1000;
        else if (four(M, N, board, 1, top[y] - 1, y))
            value += 500;
        if (value > best_value) {
            best_value = value;
            best = y;
        }
    }
    point->x = top[best] - 1;
    point->y = best;
    return point;
}

void clearPoint(struct Point *point) { free(point); }
