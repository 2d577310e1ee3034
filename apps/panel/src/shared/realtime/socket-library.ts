/**
 * Lazy chunk with the library of the real-time connection. It is loaded in the two seconds before the connection starts, because no page
 * needs it earlier.
 */
export { SOCKET_AUTH_ERROR_CODE, serverEvents } from '@prosa/contract/events'
export { io } from 'socket.io-client'
