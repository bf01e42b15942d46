// Values as the library writes them in its sentences, with a true minus sign: the twin of `plyground.texts.numbers`.

/**
 * With two decimals. A tie goes to the even digit, as in Python; only eighths can tie.
 * @param {number} value
 */
export function twoDecimals(value) {
  const eighths = value * 8;
  if (Number.isInteger(eighths) && eighths % 2) {
    const below = Math.floor(value * 100);
    return ((below % 2 ? below + 1 : below) / 100).toFixed(2);
  }
  return Object.is(value, -0) ? "-0.00" : value.toFixed(2);
}

/**
 * Briefly: whole numbers with thousands separators, others with two decimals.
 * @param {number} value
 */
export function valueText(value) {
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  const text = (Number.isInteger(value) ? String(value === 0 ? 0 : value) : twoDecimals(value)).replace("-", "−");
  const [whole, decimals] = text.split(".");
  return whole.replace(/\B(?=(\d{3})+$)/g, ",") + (decimals ? `.${decimals}` : "");
}

/** Like `valueText`, with a plus sign for values above 0. @param {number} value */
export function signedText(value) {
  return (value > 0 ? "+" : "") + valueText(value);
}

/** A mean result: +0.25. One that rounds to zero has no sign. @param {number} value */
export function meanText(value) {
  const text = twoDecimals(value);
  if (Number(text) === 0) return "0.00";
  return (value < 0 ? "" : "+") + text.replace("-", "−");
}
