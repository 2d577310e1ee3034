/** Where one statement of a sentence ends and another begins. */
const CLAUSE_END = /(?<![.,;:!?])[.,;:!?]+ ?| (?:mas|porem|so que|e sim|senao) /
/** A denial that reaches the next words: only helping words stand between. */
const DENIED =
  /\b(?:nao|nem|nunca|jamais|sem|nada|nenhum|nenhuma)(?: (?:sei|e|era|foi|esta|estou|estao|estava|fica|ficou|ficaram|ficando|tem|tenho|tive|teve|houve|ha|vou|vai|vamos|posso|pode|da|deu|quero|queria|quer|preciso|precisa|acho|achei|sou|sao|mais|muito|muita|tao|nada|nenhum|nenhuma|nem|me|se|te|o|a|um|uma|de|do|da|que|para|ser|estar|ter|ir|poder|querer|conseguir|fazer|chamar|marcar|agendar|necessario|necessidade|esse|essa|sinto|vejo|ainda|ver)){0,12} ?$/
const CONDITION =
  /\b(?:se|so se|caso|desde que|contanto que|quando|depois que|assim que|a menos que|dependendo|depende)\b(?! (?:quiser|puder|for possivel|der|precisar)\b)/

export const clausesOf = (folded: string): string[] => folded.split(CLAUSE_END).filter((clause) => clause !== '')

/** What a pattern says in a clause that does not deny it; null when it is said nowhere. Denials that belong to the pattern count. */
export const affirmed = (folded: string, pattern: RegExp): RegExpExecArray | null => {
  for (const clause of clausesOf(folded)) {
    const match = pattern.exec(clause)
    if (match && !DENIED.test(clause.slice(0, match.index))) return match
  }
  return null
}

/** True when a pattern is said, and wherever it is said, it is denied. */
export const denied = (folded: string, pattern: RegExp): boolean =>
  clausesOf(folded).some((clause) => pattern.test(clause)) && affirmed(folded, pattern) === null

/** Something else must come true first: 'aceito se baixar', 'só se parcelar'. */
export const isConditional = (folded: string): boolean => CONDITION.test(folded)
