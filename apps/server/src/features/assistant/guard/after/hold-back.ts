import { ATTENTION_REASON_MAX_CHARS } from '@prosa/contract/constants'
import { cutText } from '../../../../kernel/cut-text.ts'
import type { Draft } from '../../decision.ts'
import { quotable } from '../../understanding/fold.ts'
import type { Guarded } from './after.ts'

const HONEST = 'Essa informação eu prefiro confirmar com a equipe antes de te passar.'

/** The draft with what may leave of its replies; where nothing may, an honest sentence, and the team reads what was not said. */
export function holdBack<D extends Draft>(draft: D, { replies, refused }: Guarded): D {
  const [first] = refused
  if (!first) return draft
  const heldBack = [...new Set(refused.map(({ why }) => why))]
  if (replies.length > 0) return { ...draft, replies, heldBack }
  const reasons = [
    draft.attention?.reason,
    `${first.why === 'never' ? 'Ia dizer o que não deve' : 'Ia dizer sem fonte'}: “${quotable(first.sentence)}”`,
  ]
  const reason = reasons.filter((each) => each !== undefined).join(' · ')
  return {
    ...draft,
    heldBack,
    replies: [HONEST],
    attention: { reason: cutText(reason, ATTENTION_REASON_MAX_CHARS) },
    // What the lead is not told of is not changed.
    meeting: undefined,
  }
}
