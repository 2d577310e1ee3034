import { create } from 'zustand'

/** States of section 4, real-time connection. */
export type ConnectionState = 'disconnected' | 'connecting' | 'connected'

interface Connection {
  readonly state: ConnectionState
  /** True from the first success on: what is missing afterwards is an interruption. */
  readonly wasConnected: boolean
  /** All attempts of a series are spent; the next one waits for the network or the page to come back. */
  readonly gaveUp: boolean
}

export const useConnection = create<Connection>()(() => ({ state: 'disconnected', wasConnected: false, gaveUp: false }))

/** Texts of section 8; their causes are those of gap G21. */
export const REALTIME_TEXTS = {
  refused: 'Erro de autenticação - faça login novamente',
  failing: 'Erro na conexão em tempo real',
  gaveUp: 'Conexão em tempo real falhou - recarregue a página',
  socketError: 'Erro na conexão WebSocket',
  setUp: 'Erro ao configurar conexão WebSocket',
  markRead: 'Erro ao marcar conversa como lida',
} as const
