import pg from 'pg'

const { removeAllListeners } = pg.Client.prototype

/**
 * pg-boss removes every listener from a connection that it gives up. A later error of that connection, e.g. a timeout, would end
 * the server. So each connection keeps one listener that ignores errors.
 */
export function hearLostConnections(): void {
  pg.Client.prototype.removeAllListeners = function (this: pg.Client, event) {
    removeAllListeners.call(this, event)
    if (event === undefined || event === 'error') this.on('error', () => {})
    return this
  }
}
