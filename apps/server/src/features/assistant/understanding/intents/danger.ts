import PATTERNS from '../patterns/danger.json' with { type: 'json' }
import { compilePatterns, matchAffirmed, splitClauses } from '../patterns.ts'

const MATCHERS = compilePatterns(PATTERNS)

const matchesInOneClause = (normalizedText: string, first: RegExp, second: RegExp): boolean =>
  splitClauses(normalizedText).some((clause) => first.test(clause) && second.test(clause))

const SURE_EMERGENCY_PATTERNS = [MATCHERS.unconscious, MATCHERS.illness, MATCHERS.poison, MATCHERS.head, MATCHERS.saidSo]
/** Detectors of a medical emergency. Each combines a subject and a sign, for example a body part and a symptom, or blood and an amount. */
const EMERGENCY_SIGNS: ReadonlyArray<(normalizedText: string) => boolean> = [
  (normalizedText) =>
    matchesInOneClause(normalizedText, MATCHERS.ofTheChest, MATCHERS.hurts) &&
    matchAffirmed(normalizedText, MATCHERS.hurts) !== null,
  (normalizedText) =>
    matchesInOneClause(normalizedText, MATCHERS.ofTheAirway, MATCHERS.swells) &&
    matchAffirmed(normalizedText, MATCHERS.swells) !== null &&
    (!MATCHERS.ofATooth.test(normalizedText) || MATCHERS.orOfTheAirway.test(normalizedText)),
  (normalizedText) =>
    MATCHERS.much.test(normalizedText) &&
    !MATCHERS.ofABloodTest.test(normalizedText) &&
    matchAffirmed(normalizedText, MATCHERS.blood) !== null,
  (normalizedText) => MATCHERS.cannotBreathe.test(normalizedText),
  (normalizedText) => SURE_EMERGENCY_PATTERNS.some((sign) => matchAffirmed(normalizedText, sign) !== null),
]

const isPastDanger = (normalizedText: string): boolean =>
  MATCHERS.longOver.test(normalizedText) || (MATCHERS.notNow.test(normalizedText) && !MATCHERS.now.test(normalizedText))

/** Returns true if a sentence reports a current threat to life or health. */
export const detectEmergency = (normalizedText: string): boolean =>
  EMERGENCY_SIGNS.some((sign) => sign(normalizedText)) &&
  !isPastDanger(normalizedText) &&
  !(MATCHERS.before.test(normalizedText) && !MATCHERS.now.test(normalizedText))

/**
 * Returns true for illness or pain that may be serious but is no clear emergency. The agent then names emergency help, notifies the team,
 * and continues.
 */
export const detectIllness = (normalizedText: string): boolean =>
  !detectEmergency(normalizedText) &&
  !MATCHERS.longOver.test(normalizedText) &&
  ((matchAffirmed(normalizedText, MATCHERS.pain) !== null && MATCHERS.bad.test(normalizedText)) ||
    (matchAffirmed(normalizedText, MATCHERS.wound) !== null && MATCHERS.ofTheTooth.test(normalizedText)) ||
    (matchAffirmed(normalizedText, MATCHERS.blood) !== null && /\bsangr\w+\b/.test(normalizedText)) ||
    (EMERGENCY_SIGNS.some((sign) => sign(normalizedText)) && !MATCHERS.notNow.test(normalizedText)))

/** Returns true if a sentence expresses a wish to die or to harm oneself. */
export const detectSelfHarmWish = (normalizedText: string): boolean =>
  MATCHERS.ownLife.test(normalizedText) && !MATCHERS.notOwn.test(normalizedText)

/** Returns true if a sentence reports something current. Questions such as 'tem brigada de incêndio?' do not. */
const isCurrentReport = (normalizedText: string): boolean =>
  !normalizedText.endsWith('?') || MATCHERS.ofAPlaceNow.test(normalizedText)

/** Returns true if a sentence asks about the safety of an area: 'já teve assalto?'. */
const asksAboutArea = (normalizedText: string): boolean =>
  MATCHERS.ofTheArea.test(normalizedText) && !MATCHERS.ofMeNow.test(normalizedText)

/** Returns true if a mention of fire is a figure of speech or a question about an area. */
export const isHarmlessFireMention = (normalizedText: string): boolean =>
  MATCHERS.figure.test(normalizedText) || asksAboutArea(normalizedText)
export const isHarmlessViolenceMention = (normalizedText: string): boolean =>
  MATCHERS.hurtByAThing.test(normalizedText) || MATCHERS.livedThrough.test(normalizedText) || asksAboutArea(normalizedText)

/** Returns true if a sentence reports a fire, a gas leak or an electrical hazard. */
export const detectFire = (normalizedText: string): boolean =>
  matchAffirmed(normalizedText, MATCHERS.fire) !== null &&
  !MATCHERS.fireOnPaper.test(normalizedText) &&
  !isPastDanger(normalizedText) &&
  isCurrentReport(normalizedText) &&
  !isHarmlessFireMention(normalizedText)

/** Returns true if a sentence reports a water leak at the lead's place. */
export const detectWaterLeak = (normalizedText: string): boolean =>
  matchAffirmed(normalizedText, MATCHERS.leak) !== null &&
  !MATCHERS.ofThePlace.test(normalizedText) &&
  !isPastDanger(normalizedText) &&
  isCurrentReport(normalizedText)

/** Returns true if a sentence denies a danger: 'não é emergência'. */
export const detectDangerDenial = (normalizedText: string): boolean =>
  MATCHERS.somebodyElseWrote.test(normalizedText) ||
  (!MATCHERS.andYet.test(normalizedText) &&
    (MATCHERS.gone.test(normalizedText) ||
      (matchAffirmed(normalizedText, MATCHERS.recovered) !== null && !EMERGENCY_SIGNS.some((sign) => sign(normalizedText))))) ||
  MATCHERS.noEmergency.test(normalizedText)
