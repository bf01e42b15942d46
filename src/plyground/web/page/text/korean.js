// Korean particles, whose form depends on the sound before them: `plyground.texts.korean` for the page's own texts.

/** After a final consonant, and after a vowel. @type {Record<string, [string, string]>} */
const FORMS = {
  "은(는)": ["은", "는"], "이(가)": ["이", "가"], "을(를)": ["을", "를"], "와(과)": ["과", "와"], "(으)로": ["으로", "로"], "(이)라": ["이라", "라"],
};
const PARTICLE = /([가-힣0-9∞]|[A-Za-z]+)(['”’")]*)(은\(는\)|이\(가\)|을\(를\)|와\(과\)|\(으\)로|\(이\)라)/g;

/** @typedef {"consonant" | "rieul" | "vowel"} Sound */

/** How digits and letters are read: 1 is 일, L is 엘. @type {Record<string, Sound>} */
const READ = {
  0: "consonant", 1: "rieul", 3: "consonant", 6: "consonant", 7: "rieul", 8: "rieul",
  l: "rieul", m: "consonant", n: "consonant", r: "rieul",
};

/**
 * Put the right form where a text offers both; both stay where the sound before them is not known.
 * @param {string} text
 */
export function withParticles(text) {
  if (!text.includes("(")) return text;
  return text.replace(PARTICLE, (whole, /** @type {string} */ word, /** @type {string} */ closing, /** @type {string} */ particle) => {
    const sound = soundOf(word);
    if (!sound) return whole;
    const isOpen = sound === "vowel" || (sound === "rieul" && particle === "(으)로");
    return word + closing + FORMS[particle][isOpen ? 1 : 0];
  });
}

/** The sound at the end of a word. @param {string} word @returns {Sound | null} */
function soundOf(word) {
  const last = word[word.length - 1].toLowerCase();
  if (last >= "가" && last <= "힣") {
    const final = (last.charCodeAt(0) - 0xac00) % 28;
    return final === 0 ? "vowel" : final === 8 ? "rieul" : "consonant";
  }
  if (word.length === 1 || word === word.toUpperCase()) return READ[last] ?? "vowel";
  // A word of several letters is read as a word; of some endings nobody can tell.
  if ("lmn".includes(last)) return READ[last];
  return "aeiorsuwxyz".includes(last) ? "vowel" : null;
}
