import PATTERNS from '../patterns/danger.json' with { type: 'json' }
import { compilePatterns, matchAffirmed, splitClauses } from '../patterns.ts'

const MATCHERS = compilePatterns(PATTERNS)

const matchesInOneClause = (folded: string, one: RegExp, other: RegExp): boolean =>
  splitClauses(folded).some((clause) => one.test(clause) && other.test(clause))

const SURE_EMERGENCY_PATTERNS = [MATCHERS.unconscious, MATCHERS.illness, MATCHERS.poison, MATCHERS.head, MATCHERS.saidSo]
/**
 * Functions that detect a medical emergency. They combine a subject and a sign instead of fixed phrases: a part of the body and a symptom,
 * blood and an amount, poison and its intake.
 */
const EMERGENCY_SIGNS: ReadonlyArray<(folded: string) => boolean> = [
  (folded) => matchesInOneClause(folded, MATCHERS.ofTheChest, MATCHERS.hurts) && matchAffirmed(folded, MATCHERS.hurts) !== null,
  (folded) =>
    matchesInOneClause(folded, MATCHERS.ofTheAirway, MATCHERS.swells) &&
    matchAffirmed(folded, MATCHERS.swells) !== null &&
    (!MATCHERS.ofATooth.test(folded) || MATCHERS.orOfTheAirway.test(folded)),
  (folded) => MATCHERS.much.test(folded) && !MATCHERS.ofABloodTest.test(folded) && matchAffirmed(folded, MATCHERS.blood) !== null,
  (folded) => MATCHERS.cannotBreathe.test(folded),
  (folded) => SURE_EMERGENCY_PATTERNS.some((sign) => matchAffirmed(folded, sign) !== null),
]

const isPastDanger = (folded: string): boolean =>
  MATCHERS.longOver.test(folded) || (MATCHERS.notNow.test(folded) && !MATCHERS.now.test(folded))

/** Returns true if a sentence reports a current threat to a person's life or health. */
export const detectEmergency = (folded: string): boolean =>
  EMERGENCY_SIGNS.some((sign) => sign(folded)) &&
  !isPastDanger(folded) &&
  !(MATCHERS.before.test(folded) && !MATCHERS.now.test(folded))

/**
 * Returns true if a sentence reports illness or pain that may be serious but is no clear emergency. The agent then names help, requests
 * attention from the team, and continues.
 */
export const detectIllness = (folded: string): boolean =>
  !detectEmergency(folded) &&
  !MATCHERS.longOver.test(folded) &&
  ((matchAffirmed(folded, MATCHERS.pain) !== null && MATCHERS.bad.test(folded)) ||
    (matchAffirmed(folded, MATCHERS.wound) !== null && MATCHERS.ofTheTooth.test(folded)) ||
    (matchAffirmed(folded, MATCHERS.blood) !== null && /\bsangr\w+\b/.test(folded)) ||
    (EMERGENCY_SIGNS.some((sign) => sign(folded)) && !MATCHERS.notNow.test(folded)))

/** Returns true if a sentence expresses the wish to die or to harm oneself. */
export const detectSelfHarmWish = (folded: string): boolean => MATCHERS.ownLife.test(folded) && !MATCHERS.notOwn.test(folded)

/** Whether a sentence reports something current. Returns false for questions such as 'tem brigada de incêndio?'. */
const isCurrentReport = (folded: string): boolean => !folded.endsWith('?') || MATCHERS.ofAPlaceNow.test(folded)

/** Returns true if a sentence only asks about the safety of an area: 'já teve assalto?'. */
const asksAboutArea = (folded: string): boolean => MATCHERS.ofTheArea.test(folded) && !MATCHERS.ofMeNow.test(folded)

/**
 * Returns true if a sentence that mentions fire reports no danger, because it is a figure of speech or a question about the safety of an
 * area.
 */
export const isHarmlessFireMention = (folded: string): boolean => MATCHERS.figure.test(folded) || asksAboutArea(folded)
export const isHarmlessViolenceMention = (folded: string): boolean =>
  MATCHERS.hurtByAThing.test(folded) || MATCHERS.livedThrough.test(folded) || asksAboutArea(folded)

/** Returns true if a sentence reports a gas leak, a fire or an electrical hazard. */
export const detectFire = (folded: string): boolean =>
  matchAffirmed(folded, MATCHERS.fire) !== null &&
  !MATCHERS.fireOnPaper.test(folded) &&
  !isPastDanger(folded) &&
  isCurrentReport(folded) &&
  !isHarmlessFireMention(folded)

/** Returns true if a sentence reports a water leak in the lead's place. */
export const detectWaterLeak = (folded: string): boolean =>
  matchAffirmed(folded, MATCHERS.leak) !== null &&
  !MATCHERS.ofThePlace.test(folded) &&
  !isPastDanger(folded) &&
  isCurrentReport(folded)

/** Returns true if a sentence denies a danger that was detected before: 'não é emergência'. */
export const detectDangerDenial = (folded: string): boolean =>
  MATCHERS.somebodyElseWrote.test(folded) ||
  (!MATCHERS.andYet.test(folded) &&
    (MATCHERS.gone.test(folded) ||
      (matchAffirmed(folded, MATCHERS.recovered) !== null && !EMERGENCY_SIGNS.some((sign) => sign(folded))))) ||
  MATCHERS.noEmergency.test(folded)
