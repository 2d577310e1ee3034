import type { Transcription } from '../../../platform/external-services/transcriber.ts'
import PHANTOMS from './phantoms.json' with { type: 'json' }

/** Probability of silence above which a segment of a transcript counts as silent (2-agents.md, section 3). */
const NO_SPEECH_THRESHOLD = 0.6

/**
 * Normalises a text for comparison: keeps lower-case letters without accents, digits, and the brackets and notes of sound descriptions,
 * separated by single spaces.
 */
const normalizeText = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[^\p{L}\d[\]♪]+/gu, (separator) => (/\p{M}/u.test(separator) && separator.length === 1 ? '' : ' '))
    .toLowerCase()
    .trim()

/**
 * Phrases that transcription models invent for silence. Longest first, so that a phrase is removed before a shorter phrase with which it
 * begins.
 */
const PHANTOM_PHRASES = PHANTOMS.map(normalizeText).toSorted((a, b) => b.length - a.length)

/** Whether a text consists only of phrases that transcription models invent for silence. */
function isPhantomText(text: string): boolean {
  let remaining = ` ${normalizeText(text)} `
  for (const phantom of PHANTOM_PHRASES)
    while (remaining.includes(` ${phantom} `)) remaining = remaining.replace(` ${phantom} `, ' ')
  return remaining.trim() === ''
}

/** Whether an audio contains no speech, whatever text the transcription model returned. */
export const isSilentAudio = ({ text, segments }: Pick<Transcription, 'text' | 'segments'>): boolean =>
  (segments.length > 0 && segments.every(({ noSpeech }) => noSpeech > NO_SPEECH_THRESHOLD)) || isPhantomText(text)
