import { create } from 'zustand'

/** Connection states of section 4 (real-time connection). */
export type ConnectionState = 'disconnected' | 'connecting' | 'connected'

interface Connection {
  readonly state: ConnectionState
  /** Whether a connection has succeeded before. If so, a lost connection is shown as an interruption. */
  readonly wasConnected: boolean
  /** Whether all attempts of a series failed. The next attempt starts when the network returns or the page becomes visible. */
  readonly gaveUp: boolean
}

export const useConnection = create<Connection>()(() => ({ state: 'disconnected', wasConnected: false, gaveUp: false }))

/** Texts about the real-time connection that the user sees (section 8 of the specification, gap G21). */
export const REALTIME_TEXTS = {
  refused: 'Erro de autenticação - faça login novamente',
  failing: 'Erro na conexão em tempo real',
  gaveUp: 'Conexão em tempo real falhou - recarregue a página',
  socketError: 'Erro na conexão WebSocket',
  setUp: 'Erro ao configurar conexão WebSocket',
  markRead: 'Erro ao marcar conversa como lida',
} as const
