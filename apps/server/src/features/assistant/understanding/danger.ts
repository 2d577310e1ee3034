import PATTERNS from './patterns/danger.json' with { type: 'json' }
import { affirmed, clausesOf, patternsOf } from './patterns.ts'

const SAID = patternsOf(PATTERNS)

const inOneClause = (folded: string, one: RegExp, other: RegExp): boolean =>
  clausesOf(folded).some((clause) => one.test(clause) && other.test(clause))

const SURE = [SAID.unconscious, SAID.illness, SAID.poison, SAID.head, SAID.saidSo]
/** Danger is heard by what it is about, not by set phrases: a part of the body and a sign, blood and how much, poison and that it was taken. */
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

/** Somebody may die or be maimed, now. */
export const emergencyIn = (folded: string): boolean =>
  SIGNS.some((sign) => sign(folded)) && !isOver(folded) && !(SAID.before.test(folded) && !SAID.now.test(folded))

/** Not well, and perhaps worse than that: help is named, the team called, and the talk goes on. */
export const unwellIn = (folded: string): boolean =>
  !emergencyIn(folded) &&
  !SAID.longOver.test(folded) &&
  ((affirmed(folded, SAID.pain) !== null && SAID.bad.test(folded)) ||
    (affirmed(folded, SAID.wound) !== null && SAID.ofTheTooth.test(folded)) ||
    (affirmed(folded, SAID.blood) !== null && /\bsangr\w+\b/.test(folded)) ||
    (SIGNS.some((sign) => sign(folded)) && !SAID.notNow.test(folded)))

/** A wish to die or to hurt oneself. */
export const despairIn = (folded: string): boolean => SAID.ownLife.test(folded) && !SAID.notOwn.test(folded)

/** Told, not asked about: 'tem brigada de incêndio?', 'tem vazamento?'. */
const isHere = (folded: string): boolean => !folded.endsWith('?') || SAID.ofAPlaceNow.test(folded)

/** Whether a line only asks what a place is like: 'já teve assalto?'. */
const asksOfTheArea = (folded: string): boolean => SAID.ofTheArea.test(folded) && !SAID.ofMeNow.test(folded)

/** Whether a line that is like those of a danger tells of none: a figure of speech, something long over, what a place is like. */
export const isNoFire = (folded: string): boolean => SAID.figure.test(folded) || asksOfTheArea(folded)
export const isNoViolence = (folded: string): boolean =>
  SAID.hurtByAThing.test(folded) || SAID.livedThrough.test(folded) || asksOfTheArea(folded)

/** Gas, fire or current. */
export const fireIn = (folded: string): boolean =>
  affirmed(folded, SAID.fire) !== null && !SAID.fireOnPaper.test(folded) && !isOver(folded) && isHere(folded) && !isNoFire(folded)

/** Water where it does not belong. */
export const leakIn = (folded: string): boolean =>
  affirmed(folded, SAID.leak) !== null && !SAID.ofThePlace.test(folded) && !isOver(folded) && isHere(folded)

/** 'Não é emergência', said by whoever was taken for being in danger. */
export const isNoDanger = (folded: string): boolean =>
  SAID.somebodyElseWrote.test(folded) ||
  (!SAID.andYet.test(folded) &&
    (SAID.gone.test(folded) || (affirmed(folded, SAID.recovered) !== null && !SIGNS.some((sign) => sign(folded))))) ||
  SAID.noEmergency.test(folded)
