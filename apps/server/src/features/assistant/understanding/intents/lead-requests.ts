import PATTERNS from '../patterns/wishes.json' with { type: 'json' }
import { compilePatterns, matchAffirmed, splitClauses } from '../patterns.ts'

const MATCHERS = compilePatterns(PATTERNS)

/** Returns true if the lead wants no more messages. A wish for no calls or another channel does not count. */
export const detectOptOut = (normalizedText: string): boolean => {
  if (MATCHERS.channelPreferred.test(normalizedText)) return false
  if (MATCHERS.stopIt.test(normalizedText) || MATCHERS.nothingMore.test(normalizedText)) return true
  const order = MATCHERS.leaveMe.exec(normalizedText)
  return order !== null && (!/\blig/.test(order[0]) || /\b(mais|nunca|de novo)\b/.test(order[0]))
}

/** Returns true if a text may be an opt-out or only a refusal. The agent then asks once which one it is. */
export const detectPossibleOptOut = (normalizedText: string): boolean =>
  !detectOptOut(normalizedText) && MATCHERS.mayStop.test(normalizedText)

/** Returns true if the lead wants messages again after an opt-out. */
export const detectOptIn = (normalizedText: string): boolean =>
  matchAffirmed(normalizedText, MATCHERS.wantsAgain) !== null &&
  MATCHERS.ofMessages.test(normalizedText) &&
  !detectOptOut(normalizedText)

export const detectNoCallsRequest = (normalizedText: string): boolean =>
  !detectOptOut(normalizedText) &&
  (MATCHERS.noCallsWanted.test(normalizedText)
    ? MATCHERS.callMeNow.test(normalizedText) && !MATCHERS.neverCalled.test(normalizedText)
    : MATCHERS.noCalls.test(normalizedText))

/** Returns true for a request under the data protection law, for example erasure. */
export const detectPrivacyRequest = (normalizedText: string): boolean =>
  matchAffirmed(normalizedText, MATCHERS.erase) !== null || MATCHERS.dataLaw.test(normalizedText)

/** Returns true if the lead asks for a human or a phone call. */
export const detectHumanRequest = (normalizedText: string): boolean =>
  matchAffirmed(normalizedText, MATCHERS.callsFor) !== null ||
  matchAffirmed(normalizedText, MATCHERS.callMe) !== null ||
  MATCHERS.noMachine.test(normalizedText)

export const detectRetraction = (normalizedText: string): boolean => MATCHERS.retract.test(normalizedText)

/** Returns true if the lead no longer wants to talk to a human after asking for one. */
export const detectHumanRequestWithdrawal = (normalizedText: string): boolean => MATCHERS.takesBack.test(normalizedText)

/** Returns true if a text announces a correction: 'Na verdade', 'errei', 'o certo é'. */
export const isCorrection = (normalizedText: string): boolean =>
  /\b(na verdade|errei|errad[oa]|corrig\w+|corrijo|quis dizer|quer dizer|digo|alias|ops|me enganei|foi mal|mudei de ideia|pensando melhor|melhor dizendo|(telefone|email|e-mail|numero|nome|celular|valor) (e |esta )?(certo|correto|novo)|o (certo|correto) e|(esque\w+|ignor\w+|desconsider\w+) (isso|o que|tudo o que))\b/.test(
    normalizedText,
  )

const MAX_EXCLAIMED_WORDS = 4
/** Returns true if the lead is angry at the team. Their own pain, shame or tiredness does not count, nor a worried question. */
export const detectAnger = (normalizedText: string): boolean =>
  splitClauses(normalizedText).some((clause) => {
    if (MATCHERS.grave.test(clause)) return true
    if (MATCHERS.tired.test(clause))
      return MATCHERS.tiredOf.test(clause.replace(MATCHERS.tired, ' ')) || /^(cansei|chega)$/.test(clause)
    if (!MATCHERS.strong.test(clause) || MATCHERS.own.test(clause)) return false
    if (normalizedText.endsWith('?') && /\b(golpe|enganad[oa]|raiva)\b/.test(clause)) return false
    return (
      MATCHERS.target.test(clause) || (!MATCHERS.praise.test(normalizedText) && clause.split(' ').length <= MAX_EXCLAIMED_WORDS)
    )
  })

/** Returns true if a text insults the team. Insults at oneself do not count. */
export const detectInsult = (normalizedText: string): boolean =>
  splitClauses(normalizedText).some((clause) => MATCHERS.insult.test(clause) && !MATCHERS.ofOneself.test(clause))
