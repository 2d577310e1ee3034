import { NINA_POS_VENDA } from '../dialogue.ts'
import type { ExpectedDialogue } from '../expected-dialogue.ts'

const RITA = { name: 'Rita Souza', phone: '+5521987654321' } as const

/** Conversations that continue after a user of the team wrote. */
export const HAND_OVER_DIALOGUES: readonly ExpectedDialogue[] = [
  {
    title: 'a hand-over ends when a person has answered and the agent speaks again',
    scene: { agent: NINA_POS_VENDA, lead: RITA, personBefore: [2] },
    turns: [
      { lead: 'quero falar com uma pessoa', calls: /pediu para falar/, status: /Aguardando uma pessoa/ },
      { lead: 'o resultado do exame nao chegou', never: /\?/, status: /Aguardando uma pessoa/ },
      { lead: 'meu protocolo é 45821', hears: [/\?/], status: /^(?!Aguardando uma pessoa)/, keeps: { handedOver: undefined } },
      { lead: 'quero falar com uma pessoa de novo', calls: /pediu para falar/, status: /Aguardando uma pessoa/ },
    ],
  },
  {
    title: 'a person who is asked for anew, after one has answered, is called anew',
    scene: { agent: NINA_POS_VENDA, lead: RITA, personBefore: [1] },
    turns: [
      { lead: 'quero falar com uma pessoa', calls: /pediu para falar/ },
      { lead: 'chama um atendente', hears: [/equipe/], never: /\?/, calls: /pediu para falar/, status: /Aguardando uma pessoa/ },
    ],
  },
]
