/** What any agent says outside its own questions, several ways each. */
export const PHRASES = {
  again: ['Oi de novo!', 'Oi, que bom que voltou!', 'Olá!'],
  notUnderstood: [
    'Desculpa, acho que não entendi direito.',
    'Hmm, me perdi um pouquinho aqui.',
    'Não peguei bem essa última mensagem.',
    'Perdão, não consegui entender.',
  ],
  callPerson: [
    'Acho melhor alguém da equipe te ajudar com isso. Já avisei por aqui; enquanto isso, pode me mandar qualquer detalhe.',
    'Pra não te atrapalhar, chamei uma pessoa da equipe pra continuar com você.',
  ],
  personComing: [
    'Claro! Já chamei uma pessoa da equipe, que continua com você por aqui.',
    'Já reforcei o pedido com a equipe. Assim que alguém puder, te responde por aqui mesmo.',
    'O pedido está com a equipe; sei que esperar é chato, e agradeço a paciência.',
  ],
  waiting: ['A equipe já foi avisada e continua daqui.', 'Está com a equipe; o que você mandar aqui fica registrado pra eles.'],
  deferred: [
    'Boa pergunta! Essa a equipe te responde com precisão; já deixei anotado.',
    'Essa eu prefiro confirmar com a equipe pra não te passar nada errado. Anotei aqui.',
    'Anotei sua pergunta pra equipe responder certinho.',
  ],
  bot: [
    'Sou assistente virtual, sim: respondo na hora e, quando precisa, chamo alguém da equipe. É só pedir.',
    'Isso, sou uma assistência virtual. Se preferir falar com uma pessoa, me diz que eu chamo.',
  ],
  outside: [
    'Isso eu não consigo fazer por aqui. Mas com o seu atendimento eu ajudo com prazer.',
    'Esse pedido foge do que eu faço. Vamos voltar ao que você precisa?',
    'Não posso ajudar com isso.',
  ],
  angry: [
    'Entendo a sua frustração, e você tem razão em cobrar. Já chamei uma pessoa da equipe pra cuidar disso.',
    'Sinto muito mesmo. A equipe já está avisada de que é urgente.',
  ],
  later: [
    'Sem problema! Fico por aqui; quando der, é só me responder.',
    'Tranquilo, a gente continua quando for melhor pra você.',
  ],
  thanks: ['Imagina, por nada!', 'Eu que agradeço! 😊', 'Disponha!'],
  bye: ['Até mais! Qualquer coisa é só chamar. 😊', 'Tchau! Foi um prazer falar com você.', 'Até logo!'],
  stop: ['Tudo bem, não vou mais te escrever por aqui. Se um dia quiser retomar, é só mandar uma mensagem. Tudo de bom!'],
  emergency: [
    'Se for uma emergência, ligue agora para o SAMU, no 192, ou vá ao pronto-socorro mais próximo. Já avisei a equipe com urgência.',
    'Por favor, não espere por aqui: ligue 192 (SAMU). A equipe já foi avisada.',
  ],
  despair: [
    'Sinto muito que você esteja passando por isso. Você não precisa enfrentar isso sem apoio: o CVV atende de graça, 24 horas, no 188. Se houver risco agora, ligue 192. Já chamei uma pessoa da equipe.',
    'Estou com você. Por favor, ligue 188 (CVV) agora; é gratuito e sigiloso. Uma pessoa da equipe também já foi chamada.',
  ],
  urgentWait: [
    'A equipe já foi chamada com urgência. Se piorar, ligue 192 agora.',
    'Estou reforçando o aviso pra equipe. Não fique só: chame alguém de perto.',
    'Continuo avisando a equipe a cada mensagem sua.',
  ],
  noted: ['Anotado! Passei pra equipe.', 'Certo, já acrescentei aqui pra equipe ver.', 'Recebido, está junto com o resto.'],
  agreedEnd: ['Combinado! 😊', 'Perfeito!'],
  stillHere: ['Oi! Estou por aqui. Precisa de mais alguma coisa?', 'Oi de novo! Em que mais posso ajudar?', 'Olá! Pode falar.'],
  rebookByPerson: [
    'Pra não errar a data de novo, pedi pra equipe combinar direto com você.',
    'A equipe vai combinar a nova data com você, tá?',
  ],
  rebook: ['Claro, sem problema, vamos remarcar.', 'Tranquilo, a gente muda.'],
} as const satisfies Record<string, readonly string[]>
export type Phrase = keyof typeof PHRASES

/** What is said to a message that is not text, by its type. */
export const MEDIA: Readonly<Record<string, readonly string[]>> = {
  audio: [
    'Recebi seu áudio! Por aqui eu ainda só consigo ler, então me responde por escrito, por favor.',
    'Esse áudio fica guardado pra equipe ouvir; pra eu te ajudar agora, me escreve em poucas palavras.',
  ],
  image: ['Recebi a imagem! Deixei aqui pra equipe ver.', 'Mais uma imagem recebida.'],
  video: ['Recebi o vídeo; a equipe vai conseguir assistir.', 'Vídeo recebido também.'],
  document: ['Recebi o documento e deixei aqui pra equipe.', 'Documento recebido também.'],
  location: ['Recebi a sua localização!', 'Localização atualizada.'],
  contact: ['Recebi o contato!', 'Mais um contato recebido.'],
  sticker: ['😄', '😊'],
}
export const OTHER_MEDIA = ['Recebi aqui e deixei guardado pra equipe ver.', 'Recebido também.'] as const
