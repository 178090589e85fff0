#!/usr/bin/env node
// Here before anything is built, so that npm can link it in a clone.
import '../dist/cli/main.js';
