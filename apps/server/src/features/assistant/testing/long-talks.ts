import fc from 'fast-check'
import type { Ground } from '../guard/after/ground.ts'
import { RULES } from '../model/prompt.ts'
import { BROKEN } from './broken-promises.ts'
import { FRIDAY } from './dialogue.ts'
import { HONEST } from './honest-replies.ts'
import { DISCOUNTS, SUMS } from './invented-money.ts'
import { TERMS } from './invented-terms.ts'

/** Maximum number of characters sent in one turn, and parsed of a lead's messages. */
export const LONGEST = 8_000
const BRIEF_CHARS = 7_000
const LEAD_MESSAGES = 40
const MINUTE_MS = 60_000

const WRONG = [...SUMS, ...DISCOUNTS, ...TERMS, ...BROKEN]
/** One sentence in eight is wrong, which is more than a model produces. */
const SAID = HONEST.flatMap((reply, at) => (at % 8 === 0 ? [reply, WRONG[at] ?? ''] : [reply]))

/** Replies of an agent at maximum length. */
export const TALKS: readonly string[] = SAID.slice(0, 40).map((_, at) => [...SAID.slice(at), ...SAID].join(' ').slice(0, LONGEST))

/** Beginnings of honest sentences: instructions that share words with the replies, but no long run of them. */
const brief = Array.from(
  { length: HONEST.length },
  (_, at) => HONEST[(at * 7) % HONEST.length]?.split(' ').slice(0, 12).join(' ') ?? '',
)
  .join('.\n')
  .padEnd(BRIEF_CHARS, 'Atendemos no prédio da esquina. ')
  .slice(0, BRIEF_CHARS)

/** Grounding with long instructions and many messages of a lead. */
export const LONG_GROUND: Ground = {
  ours: [{ text: brief, at: FRIDAY }],
  lead: Array.from({ length: LEAD_MESSAGES }, (_, at) => ({
    text: HONEST[(at * 11) % HONEST.length] ?? '',
    at: new Date(FRIDAY.getTime() - at * MINUTE_MS * LEAD_MESSAGES),
  })),
  hours: [{ day: 1, from: '09:00', to: '18:00' }],
  names: ['Clara', 'Loja 360'],
  secrets: { rules: RULES, brief, toolNames: ['set_stage'] },
  now: FRIDAY,
  timeZone: 'America/Sao_Paulo',
}

const part = fc.oneof(
  fc.constantFrom(...WRONG, ...HONEST),
  fc.constantFrom(...'mil|e|um|dia|1|1.|1/|de|nao|sou|em|ate|a@|a.b.|as|\n|. |(|R$|voce|tem|(at)|sexta|a|zxqw'.split('|')),
  fc.string({ unit: 'binary', maxLength: 12 }),
)

/** Random texts of the same length. */
export const madeUp: fc.Arbitrary<string> = fc
  .tuple(fc.array(part, { minLength: 1, maxLength: 8 }), fc.constantFrom('', ' ', ', ', '\n'))
  .map(([parts, between]) => (parts.join(between) + between).repeat(LONGEST).slice(0, LONGEST))
