import { TZDate } from '@date-fns/tz'
import { KNOWLEDGE } from '@prosa/contract/entities/knowledge'
import { format } from 'date-fns/format'
import type { Deps } from '../../kernel/deps.ts'
import { cardsOf } from './cards.ts'
import type { Answer, Asker } from './ports.ts'
import { presentPassage } from './present.ts'
import { type Found, findPassages } from './search/find-passages.ts'
import { sayFrom, tellPassage } from './search/say.ts'

const present = (found: Found) => presentPassage(found, found.title)

/** Returns the current day in the organisation's time zone, for the validity of prices. */
const dayOf = ({ now, timeZone }: Pick<Asker, 'now' | 'timeZone'>): string => format(new TZDate(now, timeZone), 'yyyy-MM-dd')

/** Answers each question separately, from the sources of one agent. */
export function answerFrom({ db }: Pick<Deps, 'db'>, who: Asker, questions: readonly string[]): Promise<Answer[]> {
  const { tenantId, agentId } = who
  const today = dayOf(who)
  return db.tenant(tenantId, async (tx) => {
    const answers: Answer[] = []
    for (const question of questions) {
      const search = await findPassages(
        tx,
        { tenantId, agentId, most: KNOWLEDGE.asked },
        question.slice(0, KNOWLEDGE.questionChars),
      )
      const said = sayFrom(search, today)
      answers.push({
        question,
        said: said?.text ?? null,
        from: (said?.from ?? []).map(present),
        cards: await cardsOf(tx, tenantId, said?.from ?? [], today),
        passages: search.found.map(present),
        told: search.found.map((found) => tellPassage(found, today)),
      })
    }
    return answers
  })
}
