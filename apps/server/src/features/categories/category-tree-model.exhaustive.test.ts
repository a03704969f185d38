// More sequences of commands than in the tier "behavior".
import './category-tree-model.test.ts';
