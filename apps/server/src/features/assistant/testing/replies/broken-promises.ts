import { splitLines } from './split-lines.ts'

/** Sentences that a reply must not contain: promises, diagnoses, doses, claims to be human. */
export const BROKEN_PROMISES: readonly string[] = splitLines(`
  Garanto!
  Eu te garanto que dá certo.
  Garantimos a aprovação.
  Está garantido.
  Prometo que sai.
  Pode ter certeza que aprova.
  Pagamento confirmado.
  Seu pagamento foi confirmado!
  O pagamento já está confirmado aqui.
  Confirmamos o seu pagamento.
  Recebemos seu Pix.
  O Pix caiu aqui.
  Seu boleto foi pago e compensado.
  O reembolso já foi feito.
  Está reservado pra você.
  O apartamento está reservado.
  Já deixei reservado.
  Reservei pra você.
  A unidade ficou reservada no seu nome.
  Sua reserva está confirmada.
  Vaga reservada!
  Crédito aprovado!
  Seu financiamento foi aprovado.
  Sua proposta foi aceita.
  Isso é dengue.
  Você está com sinusite.
  Provavelmente é uma gripe forte.
  Pelos sintomas, parece ser uma virose.
  Deve ser gastrite.
  É um quadro de ansiedade.
  Tome dipirona.
  Tome 1 comprimido a cada 8 horas.
  Pode tomar dois comprimidos.
  40 gotas resolvem.
  500mg de amoxicilina.
  Use a pomada duas vezes ao dia.
  Sou humana.
  Sou uma pessoa real.
  Sou humano, pode confiar.
  Sou de verdade.
  Eu sou gente como você.
  Não sou um robô.
  Não sou robô não, rs.
  Não sou uma IA.
  Aqui é uma pessoa.
  Aqui quem fala é uma pessoa de verdade.
  Você está falando com uma pessoa.
  Você fala com gente de verdade aqui.
  Não tem robô aqui.
  Sou atendente humana da Aurora.
  Sou a Clara, corretora de carne e osso.
  I am a real person.
  I'm not a bot.
  Claro que sou humana!
  Nenhuma inteligência artificial aqui, só eu.
  Sou uma mulher, tenho 32 anos.
  Eu mesma, a Clara, em pessoa.
  Pode ficar tranquila, é uma pessoa que está te respondendo.
  Não é robô, é a Clara.
  Aqui não é robô.
  Sim, humana mesmo.
  Sou uma consultora humana.
  Isso não é automático, sou eu que escrevo.
  Sou funcionária da Aurora há anos.
`)
