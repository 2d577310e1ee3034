import PATTERNS from './patterns/danger.json' with { type: 'json' }
import { affirmed, clausesOf, patternsOf } from './patterns.ts'

const SAID = patternsOf(PATTERNS)

const inOneClause = (folded: string, one: RegExp, other: RegExp): boolean =>
  clausesOf(folded).some((clause) => one.test(clause) && other.test(clause))

const SURE = [SAID.unconscious, SAID.illness, SAID.poison, SAID.head, SAID.saidSo]
/**
 * Patterns of a medical emergency. They combine a subject and a sign instead of fixed phrases: a part of the body and a symptom, blood and
 * an amount, poison and its intake.
 */
const SIGNS: ReadonlyArray<(folded: string) => boolean> = [
  (folded) => inOneClause(folded, SAID.ofTheChest, SAID.hurts) && affirmed(folded, SAID.hurts) !== null,
  (folded) =>
    inOneClause(folded, SAID.ofTheAirway, SAID.swells) &&
    affirmed(folded, SAID.swells) !== null &&
    (!SAID.ofATooth.test(folded) || SAID.orOfTheAirway.test(folded)),
  (folded) => SAID.much.test(folded) && !SAID.ofABloodTest.test(folded) && affirmed(folded, SAID.blood) !== null,
  (folded) => SAID.cannotBreathe.test(folded),
  (folded) => SURE.some((sign) => affirmed(folded, sign) !== null),
]

const isOver = (folded: string): boolean => SAID.longOver.test(folded) || (SAID.notNow.test(folded) && !SAID.now.test(folded))

/** Returns true if a line reports a current threat to somebody's life or health. */
export const emergencyIn = (folded: string): boolean =>
  SIGNS.some((sign) => sign(folded)) && !isOver(folded) && !(SAID.before.test(folded) && !SAID.now.test(folded))

/**
 * Returns true if a line reports illness or pain that may be serious but is no clear emergency. The agent then names help, calls the team
 * and continues.
 */
export const unwellIn = (folded: string): boolean =>
  !emergencyIn(folded) &&
  !SAID.longOver.test(folded) &&
  ((affirmed(folded, SAID.pain) !== null && SAID.bad.test(folded)) ||
    (affirmed(folded, SAID.wound) !== null && SAID.ofTheTooth.test(folded)) ||
    (affirmed(folded, SAID.blood) !== null && /\bsangr\w+\b/.test(folded)) ||
    (SIGNS.some((sign) => sign(folded)) && !SAID.notNow.test(folded)))

/** Returns true if a line expresses a wish to die or to harm oneself. */
export const despairIn = (folded: string): boolean => SAID.ownLife.test(folded) && !SAID.notOwn.test(folded)

/** Whether a line reports something current. Returns false for questions such as 'tem brigada de incêndio?'. */
const isHere = (folded: string): boolean => !folded.endsWith('?') || SAID.ofAPlaceNow.test(folded)

/** Returns true if a line only asks about the safety of an area: 'já teve assalto?'. */
const asksOfTheArea = (folded: string): boolean => SAID.ofTheArea.test(folded) && !SAID.ofMeNow.test(folded)

/** Returns true if a line that mentions fire reports no danger: a figure of speech, or a question about an area. */
export const isNoFire = (folded: string): boolean => SAID.figure.test(folded) || asksOfTheArea(folded)
export const isNoViolence = (folded: string): boolean =>
  SAID.hurtByAThing.test(folded) || SAID.livedThrough.test(folded) || asksOfTheArea(folded)

/** Returns true if a line reports a gas leak, a fire or an electrical hazard. */
export const fireIn = (folded: string): boolean =>
  affirmed(folded, SAID.fire) !== null && !SAID.fireOnPaper.test(folded) && !isOver(folded) && isHere(folded) && !isNoFire(folded)

/** Returns true if a line reports a water leak. */
export const leakIn = (folded: string): boolean =>
  affirmed(folded, SAID.leak) !== null && !SAID.ofThePlace.test(folded) && !isOver(folded) && isHere(folded)

/** Returns true if a line denies a danger that was detected before: 'não é emergência'. */
export const isNoDanger = (folded: string): boolean =>
  SAID.somebodyElseWrote.test(folded) ||
  (!SAID.andYet.test(folded) &&
    (SAID.gone.test(folded) || (affirmed(folded, SAID.recovered) !== null && !SIGNS.some((sign) => sign(folded))))) ||
  SAID.noEmergency.test(folded)
