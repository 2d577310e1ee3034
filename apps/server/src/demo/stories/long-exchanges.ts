/** Short dialogues between a building manager and an estate agency. Each text is one dialogue, in the notation of `StoryLine`. */
export const LONG_EXCHANGES: readonly string[] = [
  `L bom dia Nina, chegou o boleto do {unidade}?
A Bom dia, {primeiro}! Chegou sim, já está no seu e-mail.
L {obrigado}`,
  `L o elevador do bloco {bloco} parou de novo
A Poxa. Já acionei a manutenção, protocolo {protocolo}. Previsão: {hora}.
L ok, aviso os moradores
A Assim que o técnico sair eu te conto.`,
  `A {primeiro}, o técnico do elevador terminou. Trocaram o sensor da porta do {andar}.
L testei aqui, tá funcionando. valeu!`,
  `L consegue me mandar a ata da reunião de {mes}?
A Claro! Envio ainda hoje pro seu e-mail.
L[document] ata-assinada.pdf
L na verdade achei a minha cópia, segue assinada
A Recebi, arquivada. 👏`,
  `L o inquilino do {unidade} pediu pra pintar a sala de azul
A Pode, desde que devolva branca na saída. Quer que eu mande o termo?
L manda por favor`,
  `A Termo de pintura do {unidade} enviado pra assinatura.
L assinado pelo inquilino e por mim
A Perfeito, tudo registrado.`,
  `L quanto ficou a conta de água do bloco {bloco} em {mes}?
A R$ {valor}, {pct}% {acima|abaixo} do mês anterior.
L {estranho|bom sinal|ok}, vou olhar os hidrômetros`,
  `L[image] vazamento perto da casa de bombas
A Recebi a foto. Parece o registro {n}. O encanador consegue {dia}, às {hora}. Pode?
L pode, deixo a chave na portaria`,
  `A {primeiro}, encanador confirmou: registro {n} trocado e sem vazamento.
L maravilha, já secou`,
  `L tem interessado pro {unidade}?
A Tem duas visitas marcadas: {dia} às {hora} e uma no sábado.
L avisa o porteiro por favor
A Avisado!`,
  `H2 {primeiro}, Lívia aqui. A visita do {unidade} gostou, pediu a ficha.
L ótimo! que perfil?
H2 Casal, {idade} anos, os dois com carteira assinada.
L pode seguir`,
  `L o {unidade} atrasou de novo o aluguel, {dias} dias
A Já mandei o lembrete. Se não pagar até {dia}, a equipe liga.
L combinado`,
  `A O {unidade} pagou hoje, com a multa de {dias} dias.
L finalmente kkk
A O repasse cai na sua conta em dois dias úteis.`,
  `L precisamos de orçamento pra pintar a fachada do bloco {bloco}
A Peço três. Alguma cor em mente?
L manter o {cor}`,
  `A Chegou o primeiro orçamento da fachada do bloco {bloco}: R$ {valor}, em {dias}x.
L salgado. espera os outros dois
A Espero sim.`,
  `L a câmera {n} da garagem tá fora
A Anotado. O pessoal da segurança passa {dia}.
L de preferência antes das {hora}`,
  `A Câmera {n} de volta, {primeiro}. Era o cabo.
L vi aqui no app, imagem boa`,
  `L sobrou dúvida do rateio de {mes}
A Me diz qual linha que eu peço a explicação.
L a {n}, "serviços diversos"
A É a dedetização do bloco {bloco}. Mando a nota.`,
  `L[audio]
A Recebi seu áudio! Por aqui ainda só leio: me resume por escrito?
L desculpa! perguntei do salão de festas {dia}
A Está livre. Reservo em nome do {unidade}?
L reserva`,
  `L morador do {unidade} reclamou de barulho depois das 22h
A Registrei sem expor quem reclamou. Mando o aviso de convivência pros dois andares?
L manda pros dois, melhor`,
  `L que dia é a vistoria do {unidade}?
A {Dia}, às {hora}. Quer acompanhar?
L quero, tô lá`,
  `A Vistoria do {unidade} concluída: {n} itens, nenhum grave. O laudo está no seu e-mail.
L li, concordo com tudo
A Ótimo, arquivo como aceito.`,
  `L o seguro do bloco {bloco} vence quando?
A Dia {n} de {mes}. Já pedi a renovação, cotação de R$ {valor}.
L pode renovar se não passar disso`,
  `L feliz aniversário pra Aurora! vi no instagram 🎂
A Que carinho, {primeiro}! Obrigada por caminhar com a gente.`,
  `L a portaria nova entrou bem, {n} elogios essa semana
A Que notícia boa! Vou contar pra eles.`,
  `L preciso do informe de rendimentos de {mes}
A Está pronto, {primeiro}: mandei no e-mail com a senha de sempre.
L recebi`,
  `L alguém pegou a encomenda do {unidade} por engano
A Já olhei com a portaria: foi retirada às {hora} pelo vizinho. Ele devolve hoje.
L ufa, era notebook`,
  `L bomba da piscina fazendo barulho
A Chamei o técnico, que vem {dia}. Se piorar antes, desliga no quadro {n}, tá?
L desliguei por garantia`,
]
