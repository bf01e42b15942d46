// QR codes for short texts, by ISO/IEC 18004: byte mode, error correction M, versions 1 to 10 by the length of the text.
//
//   ■■■ | □ |   | ■■■   Three finders with a light border, timing lines between them (row and column 6), small squares
//   ■■■ | ■ |   | ■■■   for alignment from version 2 on, two copies of the format (the mask) beside the finders, and from
//   ————+         ————  version 7 on two copies of the version. All other modules hold the data and its correction, in
//   □ ■             ▪   columns of two from the right, upwards and downwards in turn.
//   ■■■ |

/** For each version: the bytes of correction in a block, and the number of blocks. */
const BLOCKS = [[10, 1], [16, 1], [26, 1], [18, 2], [24, 2], [16, 4], [18, 4], [22, 4], [22, 5], [26, 5]];

/** @type {((row: number, column: number) => boolean)[]} which modules each mask inverts */
const MASKS = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_row, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
];

/**
 * @param {string} text
 * @returns {boolean[][] | null} rows of modules, true for dark ones; null for a text that is too long
 */
export function qrCode(text) {
  const bytes = [...new TextEncoder().encode(text)];
  for (let version = 1; version <= BLOCKS.length; version += 1) {
    const symbol = new QrSymbol(version);
    const content = symbol.content(bytes);
    if (content) return symbol.filled(content);
  }
  return null;
}

class QrSymbol {
  /** @param {number} version */
  constructor(version) {
    this.version = version;
    this.size = 17 + 4 * version;
    /** @type {boolean[][]} */
    this.dark = Array.from({ length: this.size }, () => Array(this.size).fill(false));
    /** @type {boolean[][]} modules that hold no data */
    this.fixed = Array.from({ length: this.size }, () => Array(this.size).fill(false));
    this.#drawPatterns();
    this.#drawFormat(0);
    this.#drawVersion();
  }

  /**
   * @param {number} row
   * @param {number} column
   * @param {boolean} dark
   */
  #fix(row, column, dark) {
    if (!(row in this.dark) || !(column in this.dark)) return;
    this.dark[row][column] = dark;
    this.fixed[row][column] = true;
  }

  /**
   * Concentric squares: a finder has the light ring 2 and the border 4, an alignment pattern the light ring 1.
   * @param {number} row of its centre
   * @param {number} column
   * @param {number} radius
   * @param {number[]} light
   */
  #drawSquares(row, column, radius, light) {
    for (let y = -radius; y <= radius; y += 1) {
      for (let x = -radius; x <= radius; x += 1) {
        this.#fix(row + y, column + x, !light.includes(Math.max(Math.abs(x), Math.abs(y))));
      }
    }
  }

  #drawPatterns() {
    const { size, version } = this;
    for (let place = 0; place < size; place += 1) {
      this.#fix(6, place, place % 2 === 0);
      this.#fix(place, 6, place % 2 === 0);
    }
    for (const [row, column] of [[3, 3], [3, size - 4], [size - 4, 3]]) this.#drawSquares(row, column, 4, [2, 4]);
    const centres = version === 1 ? [] : version < 7 ? [6, size - 7] : [6, 2 * version + 8, size - 7];
    for (const row of centres) {
      for (const column of centres) {
        const isFinder = (row === 6 && (column === 6 || column === size - 7)) || (row === size - 7 && column === 6);
        if (!isFinder) this.#drawSquares(row, column, 2, [1]);
      }
    }
  }

  /** @param {number} mask */
  #drawFormat(mask) {
    const { size } = this;
    const bits = withCheck(mask, 10, 0x537) ^ 0x5412; // the level M is 00, before the mask
    for (let bit = 0; bit < 15; bit += 1) {
      const dark = Boolean((bits >> bit) & 1);
      this.#fix(bit < 6 ? bit : bit < 8 ? bit + 1 : 8, bit < 8 ? 8 : bit === 8 ? 7 : 14 - bit, dark);
      if (bit < 8) this.#fix(8, size - 1 - bit, dark);
      else this.#fix(size - 15 + bit, 8, dark);
    }
    this.#fix(size - 8, 8, true);
  }

  #drawVersion() {
    if (this.version < 7) return;
    const bits = withCheck(this.version, 12, 0x1f25);
    for (let bit = 0; bit < 18; bit += 1) {
      const [far, near] = [this.size - 11 + (bit % 3), Math.floor(bit / 3)];
      this.#fix(far, near, Boolean((bits >> bit) & 1));
      this.#fix(near, far, Boolean((bits >> bit) & 1));
    }
  }

  /**
   * The bytes of the symbol: the text with its length, in blocks with their correction, taken from the blocks in turn.
   * @param {number[]} bytes
   * @returns {number[] | null} null if they do not fit
   */
  content(bytes) {
    const [correctionBytes, blockCount] = BLOCKS[this.version - 1];
    const room = Math.floor(this.#dataModules().length / 8) - correctionBytes * blockCount;
    const lengthBits = this.version < 10 ? 8 : 16;
    if (Math.ceil((4 + lengthBits) / 8 + bytes.length) > room) return null;
    const bits = [[4, 4], [bytes.length, lengthBits], ...bytes.map((byte) => [byte, 8]), [0, 4]]
      .map(([value, width]) => value.toString(2).padStart(width, "0")).join("");
    const data = (bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2));
    for (let pad = 0xec; data.length < room; pad ^= 0xec ^ 0x11) data.push(pad);

    const short = Math.floor(room / blockCount);
    const blocks = [];
    for (let block = 0, start = 0; block < blockCount; block += 1) {
      const end = start + short + (block >= blockCount - (room % blockCount) ? 1 : 0);
      blocks.push(data.slice(start, end));
      start = end;
    }
    return [...inTurn(blocks), ...inTurn(blocks.map((block) => correction(block, correctionBytes)))];
  }

  /** @returns {[row: number, column: number][]} in the order in which they are filled */
  #dataModules() {
    /** @type {[number, number][]} */
    const found = [];
    let upwards = true;
    for (let right = this.size - 1; right > 0; right -= 2) {
      if (right === 6) right = 5;
      for (let step = 0; step < this.size; step += 1) {
        const row = upwards ? this.size - 1 - step : step;
        for (const column of [right, right - 1]) if (!this.fixed[row][column]) found.push([row, column]);
      }
      upwards = !upwards;
    }
    return found;
  }

  /**
   * The modules with this content, under the mask that is easiest to read.
   * @param {number[]} content
   */
  filled(content) {
    const modules = this.#dataModules();
    const masked = MASKS.map((inverts, mask) => {
      this.#drawFormat(mask);
      modules.forEach(([row, column], place) => {
        const bit = ((content[place >> 3] ?? 0) >> (7 - (place & 7))) & 1;
        this.dark[row][column] = Boolean(bit) !== inverts(row, column);
      });
      return this.dark.map((row) => [...row]);
    });
    return masked.reduce((best, each) => (penalty(each) < penalty(best) ? each : best));
  }
}

/**
 * A number, followed by the remainder of its division by a polynomial.
 * @param {number} value
 * @param {number} width of the remainder, in bits
 * @param {number} divisor
 */
function withCheck(value, width, divisor) {
  let rest = value << width;
  for (let bit = 31 - Math.clz32(rest || 1); bit >= width; bit -= 1) {
    if ((rest >> bit) & 1) rest ^= divisor << (bit - width);
  }
  return (value << width) | rest;
}

/**
 * A product in the field of 256 elements, modulo x⁸ + x⁴ + x³ + x² + 1.
 * @param {number} a
 * @param {number} b
 */
function product(a, b) {
  let result = 0;
  for (let bit = 7; bit >= 0; bit -= 1) result = (result << 1) ^ (result >> 7 ? 0x11d : 0) ^ ((b >> bit) & 1 ? a : 0);
  return result;
}

/**
 * The bytes of correction of a block (Reed and Solomon).
 * @param {number[]} block
 * @param {number} count
 */
export function correction(block, count) {
  // The divisor (x - 1)(x - 2)(x - 4)…, without its leading 1.
  let divisor = [1];
  for (let root = 1, degree = 0; degree < count; degree += 1, root = product(root, 2)) {
    divisor = [...divisor, 0].map((value, place) => value ^ product(divisor[place - 1] ?? 0, root));
  }
  const rest = Array(count).fill(0);
  for (const byte of block) {
    const factor = byte ^ rest.shift();
    rest.push(0);
    divisor.slice(1).forEach((value, place) => (rest[place] ^= product(value, factor)));
  }
  return rest;
}

/**
 * The first of each list, the second of each, …
 * @param {number[][]} lists
 */
function inTurn(lists) {
  const longest = Math.max(...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_each, place) => lists.flatMap((list) => list.slice(place, place + 1))).flat();
}

/**
 * How hard a symbol is to read: long runs and blocks of one colour, what looks like a finder, too much of one colour.
 * @param {boolean[][]} dark
 */
function penalty(dark) {
  const rows = dark.map((row) => row.map((module) => (module ? "1" : "0")).join(""));
  const columns = rows.map((_row, column) => rows.map((row) => row[column]).join(""));
  let points = 0;
  for (const line of [...rows, ...columns]) {
    for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) points += run.length - 2;
    points += 40 * [...line.matchAll(/(?=00001011101|10111010000)/g)].length;
  }
  for (let row = 1; row < rows.length; row += 1) {
    for (let column = 1; column < rows.length; column += 1) {
      const square = rows[row - 1].slice(column - 1, column + 1) + rows[row].slice(column - 1, column + 1);
      if (square === "0000" || square === "1111") points += 3;
    }
  }
  const share = rows.join("").replaceAll("0", "").length / rows.length ** 2;
  return points + 10 * Math.floor(Math.abs(share - 0.5) * 20);
}
