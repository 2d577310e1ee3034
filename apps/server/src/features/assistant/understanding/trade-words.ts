import { isKnown } from './known-words.ts'

/** Words of the trades that subtitles of films do not have; folded. Anybody may add to them. */
const TRADE_WORDS = new Set(
  (
    'kitnet kitinete quitinete flat duplex triplex garden drywall porcelanato planejados mobiliado mobiliada semimobiliado dorms dorm qts qto qtos ' +
    'suites iptu itbi fgts sfh sac price caucao fiador sublocar laudemio escritura invisalign aparelho clareamento harmonizacao preenchimento ' +
    'botox lipo limpeza profilaxia canal siso bruxismo periodontal implante protese gengiva facetas lente lentes endo orto odonto fisio pilates ' +
    'rpg psico nutri oftalmo dermato gineco cardio gastro otorrino neuro pediatra ressonancia hemograma unimed hapvida amil crm erp saas api ' +
    'chatbot ecommerce zumba crossfit funcional matricula mensalidade consorcio'
  ).split(' '),
)
/** What examinations, trades and their people are called. */
const OF_A_TRADE =
  /(?:ologi[ao]|ologista|scopia|grafia|grama|dontia|dontico|dontista|terapia|terapeuta|plastia|metria|atria|ectomia|agem|mento|cao|coes)$/

export const isTradeWord = (folded: string): boolean => TRADE_WORDS.has(folded)

/** A word that means something: one of the language, a name, a trade's, or a number. */
export const isWord = (folded: string): boolean =>
  /\d/.test(folded) || isTradeWord(folded) || OF_A_TRADE.test(folded) || isKnown(folded)
