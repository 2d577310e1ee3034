import PATTERNS from './patterns/wishes.json' with { type: 'json' }
import { affirmed, clausesOf, patternsOf } from './patterns.ts'

const SAID = patternsOf(PATTERNS)

/** A wish not to be written to any more; where only calls are unwelcome, or another way is preferred, it is none. */
export const stopIn = (folded: string): boolean => {
  if (SAID.channelPreferred.test(folded)) return false
  if (SAID.stopIt.test(folded) || SAID.nothingMore.test(folded)) return true
  const order = SAID.leaveMe.exec(folded)
  return order !== null && (!/\blig/.test(order[0]) || /\b(mais|nunca|de novo)\b/.test(order[0]))
}

/** Perhaps a wish to be left alone, perhaps only a no: asked once. */
export const mayStopIn = (folded: string): boolean => !stopIn(folded) && SAID.mayStop.test(folded)

/** After a wish for silence: messages are welcome again. */
export const asksForMessagesIn = (folded: string): boolean =>
  affirmed(folded, SAID.wantsAgain) !== null && SAID.ofMessages.test(folded) && !stopIn(folded)

/** No calls, please. */
export const byTextIn = (folded: string): boolean =>
  !stopIn(folded) &&
  (SAID.noCallsWanted.test(folded) ? SAID.callMeNow.test(folded) && !SAID.neverCalled.test(folded) : SAID.noCalls.test(folded))

/** What the data protection law gives every person. */
export const privacyIn = (folded: string): boolean => affirmed(folded, SAID.erase) !== null || SAID.dataLaw.test(folded)

/** A person is asked for, or a call of one. */
export const personIn = (folded: string): boolean =>
  affirmed(folded, SAID.callsFor) !== null || affirmed(folded, SAID.callMe) !== null || SAID.noMachine.test(folded)

/** What was said before is not to count. */
export const retractIn = (folded: string): boolean => SAID.retract.test(folded)

/** The person that was called is wanted no more. */
export const takesBackIn = (folded: string): boolean => SAID.takesBack.test(folded)

/** 'Na verdade', 'errei', 'o certo é': what follows stands in the place of what was said before. */
export const amends = (folded: string): boolean =>
  /\b(na verdade|errei|errad[oa]|corrig\w+|corrijo|quis dizer|quer dizer|digo|alias|ops|me enganei|foi mal|mudei de ideia|pensando melhor|melhor dizendo|(telefone|email|e-mail|numero|nome|celular|valor) (e |esta )?(certo|correto|novo)|o (certo|correto) e|(esque\w+|ignor\w+|desconsider\w+) (isso|o que|tudo o que))\b/.test(
    folded,
  )

const EXCLAIMED_WORDS = 4
/** Dissatisfied with the team; pain, shame or tiredness of one's own is none of it, nor is a worried question. */
export const angryIn = (folded: string): boolean =>
  clausesOf(folded).some((clause) => {
    if (SAID.grave.test(clause)) return true
    if (SAID.tired.test(clause)) return SAID.tiredOf.test(clause.replace(SAID.tired, ' ')) || /^(cansei|chega)$/.test(clause)
    if (!SAID.strong.test(clause) || SAID.own.test(clause)) return false
    if (folded.endsWith('?') && /\b(golpe|enganad[oa]|raiva)\b/.test(clause)) return false
    return SAID.target.test(clause) || (!SAID.praise.test(folded) && clause.split(' ').length <= EXCLAIMED_WORDS)
  })

/** An insult to the team; who calls themselves names insults nobody. */
export const insultIn = (folded: string): boolean =>
  clausesOf(folded).some((clause) => SAID.insult.test(clause) && !SAID.ofOneself.test(clause))
