/** What any agent says outside its own questions, several ways each. */
export const PHRASES = {
  again: ['Oi de novo!', 'Oi, que bom que voltou!', 'Olá!'],
  late: [
    'Sem problema, valeu por avisar! Já contei pra equipe que você vai se atrasar.',
    'Tranquilo, venha com calma. A equipe já está sabendo.',
    'Tudo bem, reforcei o aviso com a equipe.',
  ],
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
    'Claro! Já avisei a equipe: uma pessoa lê a nossa conversa e continua com você por aqui mesmo.',
    'Já reforcei o pedido com a equipe. Assim que alguém puder, te responde por aqui mesmo.',
    'O pedido está com a equipe; sei que esperar é chato, e agradeço a paciência.',
  ],
  afterHours: ['Agora a equipe está fora do horário, então a resposta vem assim que ela voltar.'],
  waiting: ['A equipe já foi avisada e continua daqui.', 'Está com a equipe; o que você mandar aqui fica registrado pra eles.'],
  deferred: [
    'Essa informação eu não tenho aqui. Já chamei alguém da equipe pra te responder.',
    'Isso eu prefiro não chutar: passei a sua pergunta pra equipe, que te responde por aqui.',
    'Essa também fica com a equipe, que te responde certinho.',
  ],
  inOtherWords: ['Deixa eu perguntar de outro jeito.', 'Sem problema, vamos por outro caminho.'],
  foreign: [
    'Desculpe, por aqui eu só consigo atender em português, mas já avisei a equipe. (Sorry, I can only chat in Portuguese here; the team has been told.)',
    'A equipe já foi avisada e te responde. (The team has been told and will answer you.)',
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
    'Entendo a sua frustração, e sinto muito que tenha chegado a esse ponto. Já chamei uma pessoa da equipe pra cuidar disso.',
    'Você tem razão em cobrar, e me desculpa pelo desgaste. Já avisei a equipe de que é urgente.',
    'Sinto muito mesmo. Seu caso está marcado como urgente, e é uma pessoa que vai te responder aqui.',
  ],
  insult: [
    'Percebo que você está bem chateado com a gente, e sinto muito. Chamei uma pessoa da equipe pra continuar essa conversa.',
    'Sinto muito por esse momento. A equipe já foi avisada e te responde por aqui.',
  ],
  leak: [
    'Isso é urgente, já avisei a equipe! Enquanto isso, se der pra fazer com segurança, feche o registro de água e fique longe de tomadas e luzes molhadas.',
    'Reforcei com a equipe que é urgente. Se a água chegar perto da parte elétrica, desligue o disjuntor e se afaste.',
  ],
  fire: [
    'Saia daí com segurança agora e ligue 193 (Bombeiros). Se for gás, não acenda nada nem mexa em tomadas. Já avisei a equipe com urgência.',
  ],
  later: [
    'Sem problema! Fico por aqui; quando der, é só me responder.',
    'Tranquilo, a gente continua quando for melhor pra você.',
  ],
  thanks: ['Imagina, por nada!', 'Eu que agradeço! 😊', 'Disponha!'],
  bye: ['Até mais! Qualquer coisa é só chamar. 😊', 'Tchau! Foi um prazer falar com você.', 'Até logo!'],
  unwell: [
    'Sinto muito que seja assim. Já avisei a equipe; se for forte ou piorar, não espere por aqui: ligue 192 (SAMU) ou vá ao pronto-socorro.',
    'Poxa, espero que melhore logo. A equipe já sabe; se piorar, ligue 192 (SAMU).',
  ],
  privacy: [
    'Seu pedido sobre os seus dados está registrado e já foi pra equipe responsável, que confirma com você por aqui, dentro do prazo da lei (LGPD). Não vou te fazer mais perguntas.',
    'O pedido sobre os seus dados está com a equipe responsável, que te confirma por aqui.',
  ],
  mayStop: ['Só pra eu acertar: quer que eu pare de te escrever por aqui?'],
  byText: ['Combinado, sem ligação: falamos por aqui mesmo.', 'Certo, só por mensagem, já avisei a equipe.'],
  retract: ['Certo, desconsidero.', 'Tudo bem, deixo isso de lado.'],
  calmAgain: ['Que bom! Então seguimos.', 'Entendi, seguimos então.'],
  voiceToPerson: [
    'Recebi mais um áudio. Como por aqui eu só consigo ler, chamei uma pessoa da equipe pra ouvir e continuar com você.',
    'Esse áudio também fica pra equipe ouvir; uma pessoa continua com você por aqui.',
  ],
  askedAgain: [
    'Essa resposta eu não tenho por aqui, então chamei uma pessoa da equipe pra te responder.',
    'A pergunta já está com a equipe, que te responde por aqui mesmo.',
  ],
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
    'A equipe já foi chamada com urgência. Se piorar, ligue 192 (SAMU) ou 193 (Bombeiros) agora.',
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
  image: [
    'Recebi a imagem! Eu não consigo abrir imagens por aqui, mas ela fica guardada pra equipe ver.',
    'Mais uma imagem recebida, guardada pra equipe.',
  ],
  video: ['Recebi o vídeo! Eu não consigo assistir por aqui, mas a equipe consegue.', 'Vídeo recebido também.'],
  document: ['Recebi o documento! Eu não consigo abrir por aqui, mas deixei guardado pra equipe.', 'Documento recebido também.'],
  location: ['Recebi a sua localização!', 'Localização atualizada.'],
  contact: ['Recebi o contato!', 'Mais um contato recebido.'],
  sticker: ['😄', '😊'],
}
export const OTHER_MEDIA = ['Recebi aqui e deixei guardado pra equipe ver.', 'Recebido também.'] as const
