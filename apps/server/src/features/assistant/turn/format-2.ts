import * as z from 'zod/mini'
import { guardMemory } from '../../../kernel/guard-memory.ts'
import { type DialogueMemory, dialogueMemory } from '../dialogue/memory.ts'
import { callItOff, setDate } from '../dialogue/standing.ts'
import { guardLog } from '../guard/log.ts'
import type { Memory } from './memory-format.ts'

/** What the written engine remembered while an appointment was some of the lead's words. */
export const dialogueInWords = z.omit(dialogueMemory, { appointment: true })

const known = (words: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(words).flatMap(([key, word]) => (word === undefined ? [] : [[key, word]])))

/** The same with the appointment told apart. */
export const withAppointment = (kept: z.infer<typeof dialogueInWords>): DialogueMemory => {
  const { day, date, hour, was, wasDay, wasDate, wasHour, moveId, moves, movedFrom, cancelled, ...facts } = kept.facts
  const dialogue: DialogueMemory = { ...kept, facts, appointment: { kind: 'none' } }
  if (was === undefined && moves === undefined) setDate({ memory: dialogue }, { day, date, hour })
  else
    dialogue.appointment = {
      kind: 'moving',
      from: was === undefined ? null : { text: was, ...known({ day: wasDay, date: wasDate, hour: wasHour, meetingId: moveId }) },
      to: known({ day, date, hour }),
      elsewhere: moves === undefined ? null : known({ was: movedFrom }),
    }
  if (cancelled !== undefined) callItOff({ memory: dialogue }, cancelled)
  return dialogue
}

const format2 = z.object({
  format: z.literal(2),
  guard: guardMemory,
  log: guardLog,
  dialogue: dialogueInWords,
  parts: z.int(),
  unsent: z.array(z.string()),
})

/** Memory of format 2 as one of today's; null where it is none. */
export const readFormat2 = (kept: unknown): Memory | null => {
  const parsed = format2.safeParse(kept)
  return parsed.success ? { ...parsed.data, format: 3, dialogue: withAppointment(parsed.data.dialogue) } : null
}
