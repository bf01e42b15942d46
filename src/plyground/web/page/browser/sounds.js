// Short sounds, made on the spot. They are off until somebody turns them on: a page makes no noise unasked.

import { remember, remembered } from "./storage.js";

/** @typedef {"stone" | "turn" | "end"} Sound */

/**
 * The tones of each sound: when they begin and how long they last, in seconds, and their pitch at both ends, in hertz.
 * @type {Record<Sound, {at: number, length: number, from: number, to: number, loudness: number}[]>}
 */
const TONES = {
  stone: [{ at: 0, length: 0.09, from: 320, to: 110, loudness: 0.5 }],
  turn: [
    { at: 0, length: 0.16, from: 587, to: 587, loudness: 0.2 },
    { at: 0.13, length: 0.28, from: 784, to: 784, loudness: 0.2 },
  ],
  end: [
    { at: 0, length: 0.2, from: 523, to: 523, loudness: 0.2 },
    { at: 0.15, length: 0.2, from: 659, to: 659, loudness: 0.2 },
    { at: 0.3, length: 0.5, from: 784, to: 784, loudness: 0.2 },
  ],
};

/** @type {AudioContext | null} */
let audio = null;

export function soundsAreOn() {
  return remembered("sounds") === true;
}

/** @param {boolean} on */
export function turnSounds(on) {
  remember("sounds", on);
  playSound("stone");
}

/** @param {Sound} sound */
export function playSound(sound) {
  // Browsers are silent until the visitor has pressed something.
  if (!soundsAreOn() || !navigator.userActivation.hasBeenActive) return;
  audio ??= new AudioContext();
  for (const { at, length, from, to, loudness } of TONES[sound]) {
    const start = audio.currentTime + at;
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.type = "triangle";
    tone.frequency.setValueAtTime(from, start);
    tone.frequency.exponentialRampToValueAtTime(to, start + length);
    volume.gain.setValueAtTime(loudness, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + length);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + length);
  }
}
