import type { Transcription } from '../../../platform/external-services/transcriber.ts'
import PHANTOMS from './phantoms.json' with { type: 'json' }

/** Probability of silence above which a segment of a transcription counts as silent (2-agents.md, section 3). */
const NO_SPEECH_THRESHOLD = 0.6

/**
 * Normalises a text for comparison: lower case, no accents, words separated by single spaces. Keeps digits, brackets and musical notes,
 * which occur in descriptions of sounds.
 */
const normalizeText = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[^\p{L}\d[\]♪]+/gu, (separator) => (/\p{M}/u.test(separator) && separator.length === 1 ? '' : ' '))
    .toLowerCase()
    .trim()

/** Phrases that transcription models invent for silence. Longest first, because a shorter phrase may be the beginning of a longer one. */
const PHANTOM_PHRASES = PHANTOMS.map(normalizeText).toSorted((a, b) => b.length - a.length)

/** Whether a text consists only of phrases that transcription models invent for silence. */
function isPhantomText(text: string): boolean {
  let remaining = ` ${normalizeText(text)} `
  for (const phantom of PHANTOM_PHRASES)
    while (remaining.includes(` ${phantom} `)) remaining = remaining.replace(` ${phantom} `, ' ')
  return remaining.trim() === ''
}

/** Whether an audio contains no speech, even if the transcription model returned a text. */
export const isSilentAudio = ({ text, segments }: Pick<Transcription, 'text' | 'segments'>): boolean =>
  (segments.length > 0 && segments.every(({ noSpeech }) => noSpeech > NO_SPEECH_THRESHOLD)) || isPhantomText(text)
