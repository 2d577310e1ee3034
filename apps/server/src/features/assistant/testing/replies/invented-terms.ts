import { splitLines } from './split-lines.ts'

/** Days, times and deadlines without a source. */
export const INVENTED_TERMS: readonly string[] = splitLines(`
  Marquei sua visita para sexta às 15h.
  Sua consulta ficou para 27/11.
  Te espero amanhã.
  Pode vir depois de amanhã às 10.
  Está agendado para 3 de dezembro.
  Ficou para o dia 28.
  Temos vaga na terça às nove e meia.
  Segunda-feira às 14:30, combinado!
  A vistoria é no dia 05/12/2026.
  O corretor passa aí às três da tarde.
  Confirmado para quinta ao meio-dia.
  Seu horário é 16h45.
  Abrimos às 8h e fechamos às 19h.
  Atendemos de segunda a sábado.
  Funcionamos aos domingos também.
  A entrega das chaves é em março de 2027.
  O lançamento é em janeiro.
  A obra termina em dezembro de 2027.
  Sábado de manhã, das 9 às 12.
  O evento é no dia 30 de novembro.
  A reunião é semana que vem.
  O pagamento vence dia 10.
  A proposta vence hoje.
  Nosso médico atende às quartas.
  O exame é às 7 da manhã.
  Pode chegar às 18h30.
  Ela te liga hoje às 17h.
  Reservei as 20h pra vocês.
  O técnico vai na próxima quinta.
  A inauguração é dia primeiro.
  Fica pra segunda que vem.
  A documentação sai no mês que vem.
  Fechamos no carnaval.
  Abrimos no fim de semana.
  2026-12-01 às 09:00.
  Vai ser dia 15.12.2026.
  See you tomorrow at 3 pm.
  Your visit is on Friday.
  Marcamos pra quinze de dezembro.
  Sexta, 27 de novembro, às dez horas.
  Hoje mesmo o gerente te liga.
  O imóvel foi entregue em 2019.
  Nos vemos quarta!
  Até amanhã!
  O contrato começa em fevereiro.
  Dá pra visitar às quinze pras três.
  Meia-noite de sábado acaba.
  A palestra é na quinta, dia 26.
  Atendemos até as 22h.
  Temos horário às 11 e às 13.
  Te respondo em 24 horas.
  A proposta vale só até sexta.
  Em até 48h a equipe te chama.
  Entregamos em 3 dias úteis.
  Fica pronto em duas semanas.
  O resultado sai em 5 dias.
  Em cinco minutos te ligam.
  Em poucos minutos alguém te chama.
  Dentro de uma semana está resolvido.
  Daqui a dois dias eu te aviso.
  O prazo é de 30 dias.
  Você tem 90 dias de garantia.
  A garantia é de 2 anos.
  O reembolso cai em 7 dias.
  Só até amanhã, hein!
  Precisa decidir até hoje.
  A condição termina amanhã.
  Vale até o fim do mês.
  Até dezembro esse valor se mantém.
  A aprovação sai em uma hora.
  Leva uns 15 dias.
  Demora no máximo 10 minutos.
  Em meia hora te mando.
  Em 72 horas o crédito cai na conta.
  O contrato é de 12 meses.
  São 24 meses de fidelidade.
  A equipe responde no mesmo dia.
  Atendemos 24 horas por dia.
  Estamos aqui 24/7.
  Ainda hoje você recebe.
  Resolvemos em trinta minutos.
  A carência é de seis meses.
  A entrega leva de 2 a 3 semanas.
  Até segunda eu confirmo.
  Tem que pagar até o dia 20.
  Você tem até as 18h pra decidir.
  We answer within 24 hours.
  It will be ready by Monday.
  Em um mês você se muda.
  A mudança pode ser em quinze dias.
  Te retorno em algumas horas.
  A análise demora 2 dias.
  Até o fim do ano está pronto.
  O boleto vence em três dias.
  Em menos de uma semana fica tudo certo.
  Respondo em 1h.
  O prazo máximo é de vinte dias úteis.
  O financiamento é em até 35 anos.
  Só vale esta semana.
  Na semana que vem já libera.
  Em 10min te chamam.
  A visita dura 2 horas.
  O laudo sai em até uma quinzena.
  Até o Natal está entregue.
  A promessa é pra amanhã cedo.
  Termina hoje à noite.
  Em dois meses estará pronto.
  É pra já: hoje ainda.
  Amanhã sem falta.
  O desbloqueio ocorre em até 6 horas.
  Até dia vinte.
  Até o dia 5.
  Na próxima segunda-feira.
  Nesta sexta-feira.
  Na sexta agora.
  Amanhã de manhã.
  amanha as 9
  Às 9h em ponto.
  Umas 10h.
  Lá pelas três.
  Por volta das 16.
  9 da manhã.
  Depois do almoço, 13h.
  Dia 5 do mês que vem.
  05/12
  5-12-2026
  5/dez
  No começo do ano.
  Em 2027.
  No segundo semestre.
  No próximo mês.
  No próximo ano.
  Em breve: 3 dias.
  72h
  Em 2 horinhas.
  Num prazo de dez dias.
  Em dez dias corridos.
  Em um dia útil.
  Em 1 dia.
  De um dia pro outro.
  Em até um mês.
  Mais uns cinco dias.
  Nas próximas 2 horas.
  Nos próximos dias.
  Ainda esta semana.
  Até o final da tarde.
  Até o fim do dia.
  No fim da tarde.
  Hoje à tarde te ligam.
  Te ligo hoje.
  Hoje.
  Hoje é o último dia!
  Últimas horas da oferta!
  Na mesma hora.
  Em instantes.
  Semana que vem.
  A cada 15 dias.
  Toda terça.
  Todas as quartas-feiras.
  Domingo abre.
  Às 25.
  Daqui a pouco, às 4.
  Dez pras quatro.
  Nove e quinze.
  8:15
  8h15min
  20h de sexta
  Amnh às 9
`)
