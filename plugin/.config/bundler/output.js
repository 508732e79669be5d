/** How Grafana's loader wants a plugin: one AMD module under the plugin's own path. */
export const outputOf = (id) => ({
  filename: '[name].js',
  chunkFilename: '[name].js?_cache=[contenthash]',
  library: { type: 'amd' },
  publicPath: `public/plugins/${id}/`,
  uniqueName: id,
  crossOriginLoading: 'anonymous',
});

/** Stands at the top of the module, as create-plugin writes it. */
export const BANNER = '/* [create-plugin] version: 7.1.7 */';
