import { isKnown } from './known-words.ts'
import { wordSet } from './words.ts'

/** Words of the trades that subtitles of films do not have; folded. Anybody may add to them. */
const TRADE_WORDS = wordSet('trades')
/** What examinations, trades and their people are called. */
const OF_A_TRADE =
  /(?:ologi[ao]|ologista|scopia|grafia|grama|dontia|dontico|dontista|terapia|terapeuta|plastia|metria|atria|ectomia|agem|mento|cao|coes)$/

export const isTradeWord = (folded: string): boolean => TRADE_WORDS.has(folded)

/** A word that means something: one of the language, a name, a trade's, or a number. */
export const isWord = (folded: string): boolean =>
  /\d/.test(folded) || isTradeWord(folded) || OF_A_TRADE.test(folded) || isKnown(folded)
