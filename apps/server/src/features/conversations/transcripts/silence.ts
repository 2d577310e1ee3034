import type { Transcription } from '../../../kernel/transcriber.ts'
import PHANTOMS from './phantoms.json' with { type: 'json' }

/** Above it nobody speaks (2-agents.md, section 3). */
const NO_SPEECH = 0.6

/** As two texts are compared: letters, figures and the brackets of what is no word, one space between. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[^\p{L}\d[\]♪]+/gu, (between) => (/\p{M}/u.test(between) && between.length === 1 ? '' : ' '))
    .toLowerCase()
    .trim()

/** The longest first: one that begins another leaves nothing of it. */
const KNOWN = PHANTOMS.map(plain).toSorted((a, b) => b.length - a.length)

/** True for nothing but what a transcriber makes up where nobody speaks. */
function isPhantom(text: string): boolean {
  let left = ` ${plain(text)} `
  for (const phantom of KNOWN) while (left.includes(` ${phantom} `)) left = left.replace(` ${phantom} `, ' ')
  return left.trim() === ''
}

/** True where nothing is said in a sound, whatever the transcriber wrote down. */
export const isSilent = ({ text, segments }: Pick<Transcription, 'text' | 'segments'>): boolean =>
  (segments.length > 0 && segments.every(({ noSpeech }) => noSpeech > NO_SPEECH)) || isPhantom(text)
