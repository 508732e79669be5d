// Follows @grafana/create-plugin 7.1.7: see the README beside this folder.
import outputs from '../../../webpack.config.js';

export default outputs.find(({ name }) => name === 'panel');
