import fc from 'fast-check'
import type { Grounding } from '../../guard/after/grounding.ts'
import { PROMPT_RULES } from '../../model/build-prompt.ts'
import { FRIDAY } from '../dialogue.ts'
import { BROKEN_PROMISES } from './broken-promises.ts'
import { HONEST_REPLIES } from './honest-replies.ts'
import { INVENTED_AMOUNTS, INVENTED_DISCOUNTS } from './invented-money.ts'
import { INVENTED_TERMS } from './invented-terms.ts'

/** Maximum number of characters that are sent in one turn, and that are parsed of a lead's messages. */
export const MAX_TEXT_CHARS = 8_000
const BRIEF_CHARS = 7_000
const LEAD_MESSAGES = 40
const MINUTE_MS = 60_000

const WRONG_SENTENCES = [...INVENTED_AMOUNTS, ...INVENTED_DISCOUNTS, ...INVENTED_TERMS, ...BROKEN_PROMISES]
/** One sentence in eight is wrong. A model produces fewer wrong ones. */
const MIXED_SENTENCES = HONEST_REPLIES.flatMap((reply, at) => (at % 8 === 0 ? [reply, WRONG_SENTENCES[at] ?? ''] : [reply]))

export const LONG_REPLIES: readonly string[] = MIXED_SENTENCES.slice(0, 40).map((_, at) =>
  [...MIXED_SENTENCES.slice(at), ...MIXED_SENTENCES].join(' ').slice(0, MAX_TEXT_CHARS),
)

/** Instructions made of honest sentence beginnings: they share words with the replies, but no long run of words. */
const brief = Array.from(
  { length: HONEST_REPLIES.length },
  (_, at) => HONEST_REPLIES[(at * 7) % HONEST_REPLIES.length]?.split(' ').slice(0, 12).join(' ') ?? '',
)
  .join('.\n')
  .padEnd(BRIEF_CHARS, 'Atendemos no prédio da esquina. ')
  .slice(0, BRIEF_CHARS)

/** Source texts of maximum length: long instructions and many messages. */
export const LONG_GROUNDING: Grounding = {
  teamTexts: [{ text: brief, at: FRIDAY }],
  leadTexts: Array.from({ length: LEAD_MESSAGES }, (_, at) => ({
    text: HONEST_REPLIES[(at * 11) % HONEST_REPLIES.length] ?? '',
    at: new Date(FRIDAY.getTime() - at * MINUTE_MS * LEAD_MESSAGES),
  })),
  hours: [{ day: 1, from: '09:00', to: '18:00' }],
  names: ['Clara', 'Loja 360'],
  secrets: { rules: PROMPT_RULES, brief, toolNames: ['set_stage'] },
  now: FRIDAY,
  timeZone: 'America/Sao_Paulo',
}

const textPart = fc.oneof(
  fc.constantFrom(...WRONG_SENTENCES, ...HONEST_REPLIES),
  fc.constantFrom(...'mil|e|um|dia|1|1.|1/|de|nao|sou|em|ate|a@|a.b.|as|\n|. |(|R$|voce|tem|(at)|sexta|a|zxqw'.split('|')),
  fc.string({ unit: 'binary', maxLength: 12 }),
)

/** Random texts of MAX_TEXT_CHARS characters. */
export const randomLongTexts: fc.Arbitrary<string> = fc
  .tuple(fc.array(textPart, { minLength: 1, maxLength: 8 }), fc.constantFrom('', ' ', ', ', '\n'))
  .map(([parts, between]) => (parts.join(between) + between).repeat(MAX_TEXT_CHARS).slice(0, MAX_TEXT_CHARS))
