const DAY = '(?:segunda|terca|quarta|quinta|sexta)(?:[- ]feira)?'
/** What turns the same words into a date: 'bom, sábado às 10', 'até sexta de manhã'. */
const NO_TIME = '(?! ?(?:,? ?(?:as|de|pela|a partir|depois|antes|pode|consigo|da|serve|seria)\\b|\\d))'
/** 'Bom domingo', 'ótima sexta', 'bom fim de semana': not 'fica bom sábado', which is an answer. */
const WISH = new RegExp(
  `(?<!\\b(?:fica|ficaria|seria|e|esta|acho|acha|achei|serve|parece|muito|mais|que) )\\b(?:bom|otimo|excelente|feliz|abencoado|lindo|maravilhoso|belo) (?:domingo|sabado|(?:fim|final) de semana|fds|feriado|feriadao|descanso|resto de (?:dia|semana))\\b${NO_TIME}|\\b(?:boa|otima|excelente|feliz|abencoada|linda|maravilhosa|bela) (?:${DAY}|semana)\\b${NO_TIME}`,
  'g',
)
/** 'Até amanhã', 'nos vemos segunda': said as goodbye, alone or behind a pause; 'posso até sexta' is a limit. */
const UNTIL = new RegExp(
  `(?<=^ ?|[,.!?] ?|\\b(?:obrigad[oa]|valeu|agradec\\w+|beleza|ok|entao|tchau|combinado|fechado|certo|perfeito|otimo|abracos?|beijos?|bjs?|bom|bem|e|sim|isso) )(?:ate|nos vemos|a gente se (?:ve|fala)|te vejo|vejo voces?|nos falamos|se falamos|falamos)(?: a| o| la| na| no){0,2} (?:amanha|depois de amanha|domingo|sabado|${DAY}|dia \\d{1,2}|semana que vem)(?= ?(?:$|[,.!?]|entao|gente|pessoal|obrigad|valeu|tchau|beijo|bj|abraco|com deus|se deus))`,
  'g',
)

/** The folded line with its wishes and goodbyes blanked out: the days in them are no dates. Every place stays where it was. */
export const withoutFarewells = (folded: string): string =>
  folded.replace(WISH, (found) => ' '.repeat(found.length)).replace(UNTIL, (found) => ' '.repeat(found.length))

/** A wish for a day, or a goodbye until one. */
export const saysFarewell = (folded: string): 'wish' | 'goodbye' | null =>
  folded.search(UNTIL) >= 0 ? 'goodbye' : folded.search(WISH) >= 0 ? 'wish' : null
