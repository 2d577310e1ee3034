import type { Transcription } from '../../../kernel/transcriber.ts'
import PHANTOMS from './phantoms.json' with { type: 'json' }

/** Probability above which a segment contains no speech (2-agents.md, section 3). */
const NO_SPEECH = 0.6

/**
 * Normalises a text for comparison: lower-case letters without accents, digits, and the brackets of sound descriptions, with single spaces.
 */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[^\p{L}\d[\]♪]+/gu, (between) => (/\p{M}/u.test(between) && between.length === 1 ? '' : ' '))
    .toLowerCase()
    .trim()

/** Longest first, so that a phrase is removed before a shorter one at its beginning. */
const KNOWN = PHANTOMS.map(plain).toSorted((a, b) => b.length - a.length)

/** Returns whether a text consists only of phrases that transcription models invent for silence. */
function isPhantom(text: string): boolean {
  let left = ` ${plain(text)} `
  for (const phantom of KNOWN) while (left.includes(` ${phantom} `)) left = left.replace(` ${phantom} `, ' ')
  return left.trim() === ''
}

/** Returns whether an audio contains no speech, whatever text the model returned. */
export const isSilent = ({ text, segments }: Pick<Transcription, 'text' | 'segments'>): boolean =>
  (segments.length > 0 && segments.every(({ noSpeech }) => noSpeech > NO_SPEECH)) || isPhantom(text)
