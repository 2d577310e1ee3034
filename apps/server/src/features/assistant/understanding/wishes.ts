import PATTERNS from './patterns/wishes.json' with { type: 'json' }
import { affirmed, clausesOf, patternsOf } from './patterns.ts'

const SAID = patternsOf(PATTERNS)

/** Returns true for a request for no more messages. False if only calls are unwanted or another channel is preferred. */
export const stopIn = (folded: string): boolean => {
  if (SAID.channelPreferred.test(folded)) return false
  if (SAID.stopIt.test(folded) || SAID.nothingMore.test(folded)) return true
  const order = SAID.leaveMe.exec(folded)
  return order !== null && (!/\blig/.test(order[0]) || /\b(mais|nunca|de novo)\b/.test(order[0]))
}

/** Returns true for a text that may be such a request or only a refusal. The agent asks once. */
export const mayStopIn = (folded: string): boolean => !stopIn(folded) && SAID.mayStop.test(folded)

/** Returns true if the lead asks for messages again. */
export const asksForMessagesIn = (folded: string): boolean =>
  affirmed(folded, SAID.wantsAgain) !== null && SAID.ofMessages.test(folded) && !stopIn(folded)

/** Returns true if the lead wants no phone calls. */
export const byTextIn = (folded: string): boolean =>
  !stopIn(folded) &&
  (SAID.noCallsWanted.test(folded) ? SAID.callMeNow.test(folded) && !SAID.neverCalled.test(folded) : SAID.noCalls.test(folded))

/** Returns true for a request under the data protection law. */
export const privacyIn = (folded: string): boolean => affirmed(folded, SAID.erase) !== null || SAID.dataLaw.test(folded)

/** Returns true if the lead asks for a human or a call. */
export const personIn = (folded: string): boolean =>
  affirmed(folded, SAID.callsFor) !== null || affirmed(folded, SAID.callMe) !== null || SAID.noMachine.test(folded)

/** Returns true if the lead withdraws what was said before. */
export const retractIn = (folded: string): boolean => SAID.retract.test(folded)

/** Returns true if the lead no longer wants the user that was called. */
export const takesBackIn = (folded: string): boolean => SAID.takesBack.test(folded)

/** Returns true for words that announce a correction: 'Na verdade', 'errei', 'o certo é'. */
export const amends = (folded: string): boolean =>
  /\b(na verdade|errei|errad[oa]|corrig\w+|corrijo|quis dizer|quer dizer|digo|alias|ops|me enganei|foi mal|mudei de ideia|pensando melhor|melhor dizendo|(telefone|email|e-mail|numero|nome|celular|valor) (e |esta )?(certo|correto|novo)|o (certo|correto) e|(esque\w+|ignor\w+|desconsider\w+) (isso|o que|tudo o que))\b/.test(
    folded,
  )

const EXCLAIMED_WORDS = 4
/**
 * Returns true if the lead is dissatisfied with the team. Pain, shame or tiredness of their own does not count, nor does a worried
 * question.
 */
export const angryIn = (folded: string): boolean =>
  clausesOf(folded).some((clause) => {
    if (SAID.grave.test(clause)) return true
    if (SAID.tired.test(clause)) return SAID.tiredOf.test(clause.replace(SAID.tired, ' ')) || /^(cansei|chega)$/.test(clause)
    if (!SAID.strong.test(clause) || SAID.own.test(clause)) return false
    if (folded.endsWith('?') && /\b(golpe|enganad[oa]|raiva)\b/.test(clause)) return false
    return SAID.target.test(clause) || (!SAID.praise.test(folded) && clause.split(' ').length <= EXCLAIMED_WORDS)
  })

/** Returns true for an insult to the team. Insults about oneself do not count. */
export const insultIn = (folded: string): boolean =>
  clausesOf(folded).some((clause) => SAID.insult.test(clause) && !SAID.ofOneself.test(clause))
