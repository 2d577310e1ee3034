const MACHINE =
  '(?:robo|bot|maquina|ia|inteligencia artificial|chatbot|automatic[oa]|assistente virtual|gente|gente de verdade|pessoa|pessoa de verdade|pessoa real|alguem de verdade|humano|humana|real)'
const WHETHER_A_MACHINE = new RegExp(
  `\\b(?:voce|voces|isso|isso aqui|aqui|estou falando com|falo com|sera que|conversando com|e|sao) (?:aqui )?(?:e |sao |seria )?(?:mesmo )?(?:um |uma |com )?${MACHINE}(?: ou (?:e )?(?:um |uma )?${MACHINE})?(?: mesmo| ai| ne)?\\?|^(?:e |voce e |voces sao |isso e )?(?:um |uma )?(?:robo|bot|chatbot)(?: ou (?:e )?(?:gente|pessoa|humano)(?: de verdade)?)?\\??$|^voce e (?:real|humano|humana|de verdade)\\??$`,
)

/** Whether it talks to a machine. */
export const botIn = (folded: string): boolean => WHETHER_A_MACHINE.test(folded)

/** Who speaks here, and for whom. */
export const whoIn = (folded: string): boolean =>
  /\b(quem (e|sao|fala|esta falando|ta falando)( e)? ?(voces?|ai|aqui|comigo)?\?|quem e voce|com quem (eu )?(falo|estou falando|converso)|qual (e )?(o )?(seu|teu) nome|como (e que )?voce (se )?chama|(voces?|isso|aqui) (e|sao) d[ea] (qual|que|onde)|de (qual|que) (empresa|lugar|clinica|imobiliaria|loja) (voces?|e|sao|fala)|(qual|que) (e )?(a )?(empresa|imobiliaria|clinica) (de voces|e essa|e voces|voce e))\b/.test(
    folded,
  ) || /^quem (e|fala)( ai)?\?$/.test(folded)

/** What was agreed on, asked back: the day, the hour, and whether it stands. */
export const whenStandsIn = (folded: string): boolean =>
  /\b((qual|que|para que) (o )?(dia|hora|horas|horario|data) (e que )?(que )?(ficou|ficamos|ficamos de|marcamos|marquei|combinamos|era|foi|e mesmo|esta marcad\w+)|quando (que )?(ficou|ficamos|era|e mesmo|marcamos|marquei|vai ser|e (a )?minha (visita|reuniao|consulta|conversa)))\b/.test(
    folded,
  ) ||
  (folded.endsWith('?') &&
    /\b((esta|ficou|foi|ja esta|e) (tudo )?(mesmo )?(confirmad|marcad|agendad)[oa]|confirmad[oa]( entao| mesmo| ne| sim)*\?|(esta|continua) de pe)\b|^(entao )?(esta )?confirmad[oa]/.test(
      folded,
    ))
