import type { Refused } from '../hear/civil-day.ts'

const capital = (text: string): string => text.charAt(0).toLocaleUpperCase('pt-BR') + text.slice(1)

/** Asks again after a day that there is not, or no more. */
export const insteadOf = (refused: string, kind: Refused): readonly string[] =>
  kind === 'none'
    ? [
        `${capital(refused)} não existe no calendário. Que dia fica bom?`,
        `Olhei aqui, e ${refused} não existe. Qual dia você quis dizer?`,
        `Não achei ${refused} no calendário. Me diz outro dia?`,
        `Confere pra mim? ${capital(refused)} não existe. Qual prefere?`,
      ]
    : [
        `${capital(refused)} já passou. Que dia fica bom, daqui pra frente?`,
        `Só que ${refused} já passou. Qual outro serve pra você?`,
        `${capital(refused)} ficou pra trás. Me diz um dia que ainda vem?`,
        `Confere pra mim? ${capital(refused)} já passou. Qual prefere?`,
      ]

/** Asked of an appointment that was not made here. */
export const MOVED_TO_DAY = ['Pra que dia você quer mudar?', 'Qual dia novo eu passo pra equipe?', 'Me diz só o novo dia?']
export const MOVED_TO_HOUR = ['E pra que horário?', 'A que horas, nesse dia?', 'De manhã ou de tarde, nesse dia?']
