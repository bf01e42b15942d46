/* A bot in C for the line protocol: the first column with room. It knows boards with gravity and says so.

       cc -O2 -o lowest lowest.c
       plyground check-bot cmd:./lowest
*/
#include <stdio.h>
#include <string.h>

int main(void) {
    static char line[1 << 16];
    static const char columns[] = "123456789abcdefghijklmnopqrstuvw";
    char open[64] = "";

    setvbuf(stdout, NULL, _IOLBF, 0); /* every line goes out at once */
    while (fgets(line, sizeof line, stdin)) {
        if (strncmp(line, "game ", 5) == 0) {
            puts(strstr(line, "gravity=no") ? "sorry I know stones that fall" : "ready lowest");
        } else if (strncmp(line, "board ", 6) == 0) {
            /* Rows from the top, parted by '/': a column is open while one of its cells is '.'. */
            int column = 0;
            memset(open, 0, sizeof open);
            for (char *cell = line + 6; *cell && *cell != ' '; cell++) {
                if (*cell == '/')
                    column = 0;
                else
                    open[column++] |= *cell == '.';
            }
        } else if (strncmp(line, "go", 2) == 0) {
            int column = 0;
            while (column < 31 && !open[column])
                column++;
            printf("move %c value=0\n", columns[column]);
        } else if (strncmp(line, "quit", 4) == 0) {
            break;
        }
    }
    return 0;
}
