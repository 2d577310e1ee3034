import PATTERNS from '../patterns/wishes.json' with { type: 'json' }
import { compilePatterns, matchAffirmed, splitClauses } from '../patterns.ts'

const MATCHERS = compilePatterns(PATTERNS)

/** Returns true for a request for no more messages. False if only calls are unwanted or another channel is preferred. */
export const detectOptOut = (folded: string): boolean => {
  if (MATCHERS.channelPreferred.test(folded)) return false
  if (MATCHERS.stopIt.test(folded) || MATCHERS.nothingMore.test(folded)) return true
  const order = MATCHERS.leaveMe.exec(folded)
  return order !== null && (!/\blig/.test(order[0]) || /\b(mais|nunca|de novo)\b/.test(order[0]))
}

/** Returns true for a text that may be such a request or only a refusal. The agent asks once. */
export const detectPossibleOptOut = (folded: string): boolean => !detectOptOut(folded) && MATCHERS.mayStop.test(folded)

/** Returns true if the lead asks for messages again. */
export const detectOptIn = (folded: string): boolean =>
  matchAffirmed(folded, MATCHERS.wantsAgain) !== null && MATCHERS.ofMessages.test(folded) && !detectOptOut(folded)

/** Returns true if the lead wants no phone calls. */
export const detectNoCallsRequest = (folded: string): boolean =>
  !detectOptOut(folded) &&
  (MATCHERS.noCallsWanted.test(folded)
    ? MATCHERS.callMeNow.test(folded) && !MATCHERS.neverCalled.test(folded)
    : MATCHERS.noCalls.test(folded))

/** Returns true for a request under the data protection law. */
export const detectPrivacyRequest = (folded: string): boolean =>
  matchAffirmed(folded, MATCHERS.erase) !== null || MATCHERS.dataLaw.test(folded)

/** Returns true if the lead asks for a human or a call. */
export const detectHumanRequest = (folded: string): boolean =>
  matchAffirmed(folded, MATCHERS.callsFor) !== null ||
  matchAffirmed(folded, MATCHERS.callMe) !== null ||
  MATCHERS.noMachine.test(folded)

/** Returns true if the lead withdraws what was said before. */
export const detectRetraction = (folded: string): boolean => MATCHERS.retract.test(folded)

/** Returns true if the lead no longer wants the user that was called. */
export const detectHumanRequestWithdrawal = (folded: string): boolean => MATCHERS.takesBack.test(folded)

/** Returns true for words that announce a correction: 'Na verdade', 'errei', 'o certo é'. */
export const isCorrection = (folded: string): boolean =>
  /\b(na verdade|errei|errad[oa]|corrig\w+|corrijo|quis dizer|quer dizer|digo|alias|ops|me enganei|foi mal|mudei de ideia|pensando melhor|melhor dizendo|(telefone|email|e-mail|numero|nome|celular|valor) (e |esta )?(certo|correto|novo)|o (certo|correto) e|(esque\w+|ignor\w+|desconsider\w+) (isso|o que|tudo o que))\b/.test(
    folded,
  )

const MAX_EXCLAIMED_WORDS = 4
/**
 * Returns true if the lead is dissatisfied with the team. Pain, shame or tiredness of their own does not count, nor does a worried
 * question.
 */
export const detectAnger = (folded: string): boolean =>
  splitClauses(folded).some((clause) => {
    if (MATCHERS.grave.test(clause)) return true
    if (MATCHERS.tired.test(clause))
      return MATCHERS.tiredOf.test(clause.replace(MATCHERS.tired, ' ')) || /^(cansei|chega)$/.test(clause)
    if (!MATCHERS.strong.test(clause) || MATCHERS.own.test(clause)) return false
    if (folded.endsWith('?') && /\b(golpe|enganad[oa]|raiva)\b/.test(clause)) return false
    return MATCHERS.target.test(clause) || (!MATCHERS.praise.test(folded) && clause.split(' ').length <= MAX_EXCLAIMED_WORDS)
  })

/** Returns true for an insult to the team. Insults about oneself do not count. */
export const detectInsult = (folded: string): boolean =>
  splitClauses(folded).some((clause) => MATCHERS.insult.test(clause) && !MATCHERS.ofOneself.test(clause))
